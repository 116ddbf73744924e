    /* An export of a model without kernels does not call it. */
    add_kernels(model, input, scores);
