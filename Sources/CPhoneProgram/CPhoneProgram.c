#include "CPhoneProgram.h"

__attribute__((constructor)) static void register_before_main(void) { phone_program_register(); }
