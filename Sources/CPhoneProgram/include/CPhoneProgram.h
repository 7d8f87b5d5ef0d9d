// Calls the Swift function below before main, so that a program needs no code of its own to use PhoneProgram.
#pragma once

void phone_program_register(void);
