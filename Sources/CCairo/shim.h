// Cairo as visible to Swift: its types, and its functions through pointers, so that it is loaded when a
// picture is painted, not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <cairo/cairo.h>

#define CCAIRO_FUNCTIONS(F)                                                                       \
  F(cairo_version_string) F(cairo_status_to_string) F(cairo_image_surface_create)                 \
  F(cairo_surface_status) F(cairo_surface_destroy) F(cairo_surface_write_to_png_stream)           \
  F(cairo_create) F(cairo_destroy) F(cairo_status) F(cairo_set_source_rgba)                       \
  F(cairo_set_line_width) F(cairo_set_line_join) F(cairo_set_dash) F(cairo_rectangle)             \
  F(cairo_move_to) F(cairo_line_to) F(cairo_close_path) F(cairo_fill) F(cairo_stroke)             \
  F(cairo_select_font_face) F(cairo_set_font_size) F(cairo_text_extents) F(cairo_show_text)

LIBRARY_FUNCTIONS(ccairo, CCAIRO_FUNCTIONS)
