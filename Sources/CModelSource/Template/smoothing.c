static void normalize(float *shares, int count)
{
    float sum = 0;
    int place;
    for (place = 0; place < count; place++) sum += shares[place];
    for (place = 0; place < count; place++) shares[place] = sum > 0 ? shares[place] / sum : 1.0f / CLASSES;
    if (!(sum > 0) && count > CLASSES) shares[CLASSES] = 0;
}

static void cool(float *shares, float power)
{
    int place;
    if (power == 1) return;
    for (place = 0; place < CLASSES; place++) shares[place] = powf(shares[place], power);
    normalize(shares, CLASSES);
}

/* A step of the hidden Markov model over the classes and a vehicle that stands. */
static void filter(gaitway_sample_recognizer *own, int64_t start, const float *probabilities, float *smoothed)
{
    float emission[7], *state = own->state;
    int64_t hops = own->has_state ? (start - own->state_start + HOP / 2) / HOP : 4097;
    int from, to;
    if (hops > 4096) {
        for (to = 0; to < 7; to++) state[to] = to < CLASSES ? 1.0f / CLASSES : 0;
        hops = 0;
    }
    for (; hops > 0; hops--) {
        float next[7] = {0};
        for (from = 0; from < 7; from++)
            for (to = 0; to < 7; to++) next[to] += HOPS[7 * from + to] * state[from];
        memcpy(state, next, sizeof next);
    }
    memcpy(emission, probabilities, CLASSES * sizeof emission[0]);
    cool(emission, EVIDENCE);
    emission[6] = 0.85f * emission[GAITWAY_STATIONARY] + 0.2f * emission[GAITWAY_AUTOMOTIVE];
    for (to = 0; to < 7; to++) state[to] *= emission[to];
    normalize(state, 7);
    own->has_state = 1;
    own->state_start = start;
    memcpy(smoothed, state, CLASSES * sizeof smoothed[0]);
    smoothed[GAITWAY_AUTOMOTIVE] += state[6];
    cool(smoothed, 1 / TEMPERATURE);
}

/* Whether a vehicle would stand: a chain of its own. */
static int is_at_rest(gaitway_sample_recognizer *own, int64_t start, const float *probabilities)
{
    float rest = 0.5f;
    int64_t hops = start - own->rest_start;
    if (own->has_rest)
        rest += (own->rest - 0.5f) * powf(1 - 2.0f / 12, hops > 0 ? (float)hops / (float)HOP : 0);
    if (probabilities) {
        float others = 1 - probabilities[GAITWAY_STATIONARY] - probabilities[GAITWAY_AUTOMOTIVE], own_rest;
        own_rest = probabilities[GAITWAY_STATIONARY] + (others > 0 ? others / 2 : 0);
        own_rest = own_rest < 0.01f ? 0.01f : own_rest > 0.99f ? 0.99f : own_rest;
        rest *= sqrtf(own_rest);
        rest /= rest + (1 - rest / sqrtf(own_rest)) * sqrtf(1 - own_rest);
    }
    own->rest = rest;
    own->rest_start = start;
    own->has_rest = 1;
    return rest > 0.5f;
}

static int greatest(const float *shares)
{
    int place, best = 0;
    for (place = 1; place < CLASSES; place++) {
        if (shares[place] > shares[best]) best = place;
    }
    return best;
}

static void answer(
    gaitway_sample_recognizer *own, int64_t start, int64_t end, int64_t delivered, int reason, int class,
    const float *probabilities)
{
    gaitway_answer *result = own->answers + (own->count < 5 ? own->count : 5);
    int rests = is_at_rest(own, start, reason == GAITWAY_REASON_NONE ? probabilities : 0), on_foot;
    memset(result, 0, sizeof *result);
    result->flags = GAITWAY_FLAG_UNKNOWN;
    if (reason == GAITWAY_REASON_NONE) {
        float probability;
        int over_time;
        memcpy(result->probabilities, probabilities, sizeof result->probabilities);
        filter(own, start, probabilities, result->smoothed);
        over_time = greatest(result->smoothed);
        probability = probabilities[over_time];
        result->flags = FLAGS[over_time];
        if (over_time == GAITWAY_AUTOMOTIVE) {
            if (rests) result->flags |= GAITWAY_FLAG_STATIONARY;
            if (rests || class == GAITWAY_STATIONARY) probability += probabilities[GAITWAY_STATIONARY];
        }
        result->confidence = gaitway_confidence(probability);
#ifdef GAITWAY_READINGS
        if (own->is_fast) result->confidence = (HIGH_FAST < 1 && probability >= HIGH_FAST) + (probability >= MEDIUM_FAST);
#endif
    }
    else if (reason == GAITWAY_REASON_FAR_FROM_TRAINING && own->can_hold) {
        /* One odd moment changes nothing. */
        result->flags = own->flags;
    }
    own->can_hold = reason == GAITWAY_REASON_NONE;
    if (own->has_spoken && own->flags == result->flags) result->since = own->since;
    else result->since = own->has_spoken && own->since > start ? own->since : start;
    if (delivered < own->last_delivered) delivered = own->last_delivered;
    own->has_spoken = 1;
    own->flags = result->flags;
    own->confidence = result->confidence;
    own->since = result->since;
    own->last_delivered = delivered;
    on_foot = (result->flags & (GAITWAY_FLAG_WALKING | GAITWAY_FLAG_RUNNING)) != 0;
    /* Pedals have the rhythm of steps. */
    result->cadence =
        tally(own, start, end, on_foot, reason == GAITWAY_REASON_NONE && result->smoothed[GAITWAY_CYCLING] < 0.05f);
    result->start = start + own->origin;
    result->end = end + own->origin;
    result->since += own->origin;
    result->delivered = delivered + own->origin;
    result->reason = reason;
    result->steps = own->steps;
    if (own->count < 6) own->count++;
}
