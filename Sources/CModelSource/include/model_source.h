/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAITWAY_MODEL_SOURCE_H
#define GAITWAY_MODEL_SOURCE_H

#pragma clang assume_nonnull begin

/* A file of Template, which exported models consist of. */
typedef struct {
    const char *_Nullable name; /* NULL past the last file */
    const char *_Nullable text;
} gaitway_source_file;

const gaitway_source_file *gaitway_model_source(void);

/* The files of Web: what makes an exported model a WebAssembly module, and what calls it. */
const char *gaitway_web_source(void);
const char *gaitway_web_script(void);
const char *gaitway_web_declarations(void);

#pragma clang assume_nonnull end

#endif
