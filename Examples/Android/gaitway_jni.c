/* SPDX-License-Identifier: Apache-2.0 */
/* libgaitway for app.gaitway.Gaitway. A handle of the library is a number, which Java keeps as a long. */
#include <gaitway.h>
#include <jni.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME(function) Java_app_gaitway_Gaitway_##function
#define HANDLE(type, number) ((type *)(intptr_t)(number))

static int good(JNIEnv *env, gaitway_status status)
{
    if (status == GAITWAY_OK) return 1;
    jclass error = (*env)->FindClass(env, "java/lang/IllegalStateException");
    if (error != NULL) (*env)->ThrowNew(env, error, gaitway_error_text());
    return 0;
}

/* The text of an array, which the caller frees; NULL for NULL. */
static char *text_of(JNIEnv *env, jbyteArray array)
{
    if (array == NULL) return NULL;
    jsize size = (*env)->GetArrayLength(env, array);
    char *text = calloc((size_t)size + 1, 1);
    if (text != NULL) (*env)->GetByteArrayRegion(env, array, 0, size, (jbyte *)text);
    return text;
}

/* Bytes as an array; frees the bytes. */
static jbyteArray array_of(JNIEnv *env, void *bytes, size_t size)
{
    jbyteArray array = (*env)->NewByteArray(env, (jsize)size);
    if (array != NULL) (*env)->SetByteArrayRegion(env, array, 0, (jsize)size, bytes);
    gaitway_free(bytes);
    return array;
}

JNIEXPORT jlong JNICALL NAME(recognizerCreate)(JNIEnv *env, jclass class, jboolean every_window)
{
    (void)class;
    gaitway_recognizer_options options = GAITWAY_RECOGNIZER_OPTIONS_INIT;
    gaitway_model *model = NULL;
    gaitway_recognizer *recognizer = NULL;
    options.smoothing = GAITWAY_SMOOTHING_CAUSAL;
    options.every_window = every_window == JNI_TRUE;
    if (!good(env, gaitway_model_default(&model))) return 0;
    good(env, gaitway_recognizer_create(model, &options, &recognizer));
    gaitway_model_free(model);
    return (jlong)(intptr_t)recognizer;
}

JNIEXPORT void JNICALL NAME(recognizerFree)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    good(env, gaitway_recognizer_free(HANDLE(gaitway_recognizer, handle)));
}

/* The arrays of a call, until it ends. */
typedef struct {
    jlongArray times;
    jfloatArray values;
    jlong *moments;
    jfloat *numbers;
} borrowed;

JNIEXPORT void JNICALL NAME(recognizerAppend)(
    JNIEnv *env, jclass class, jlong handle, jintArray sensors, jobjectArray times, jobjectArray values)
{
    (void)class;
    enum { most = 5 };
    gaitway_series series[most];
    borrowed arrays[most];
    jint kinds[most];
    jsize count = (*env)->GetArrayLength(env, sensors), place = 0;
    if (count > most) count = most;
    (*env)->GetIntArrayRegion(env, sensors, 0, count, kinds);
    for (; place < count; place++) {
        borrowed *own = arrays + place;
        gaitway_series one = GAITWAY_SERIES_INIT;
        ptrdiff_t axes = kinds[place] <= GAITWAY_SENSOR_ROTATION_RATE ? 3 : 1;
        own->times = (*env)->GetObjectArrayElement(env, times, place);
        own->values = (*env)->GetObjectArrayElement(env, values, place);
        own->moments = (*env)->GetLongArrayElements(env, own->times, NULL);
        own->numbers = own->moments == NULL ? NULL : (*env)->GetFloatArrayElements(env, own->values, NULL);
        if (own->numbers == NULL) {
            if (own->moments != NULL) (*env)->ReleaseLongArrayElements(env, own->times, own->moments, JNI_ABORT);
            break;
        }
        one.sensor = kinds[place];
        one.time_type = GAITWAY_INT64;
        one.value_type = GAITWAY_FLOAT32;
        one.count = (size_t)(*env)->GetArrayLength(env, own->times);
        one.times = own->moments;
        one.time_stride = sizeof *own->moments;
        for (int axis = 0; axis < axes; axis++) one.axes[axis] = own->numbers + axis;
        one.value_stride = axes * (ptrdiff_t)sizeof *own->numbers;
        series[place] = one;
    }
    if (place == count) good(env, gaitway_recognizer_append(HANDLE(gaitway_recognizer, handle), series, (size_t)count));
    while (place-- > 0) {
        (*env)->ReleaseLongArrayElements(env, arrays[place].times, arrays[place].moments, JNI_ABORT);
        (*env)->ReleaseFloatArrayElements(env, arrays[place].values, arrays[place].numbers, JNI_ABORT);
    }
}

static jlong bits_of(double number)
{
    jlong bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* 13 numbers for each report that waits. */
JNIEXPORT jlongArray JNICALL NAME(recognizerReports)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    gaitway_recognizer *recognizer = HANDLE(gaitway_recognizer, handle);
    size_t count = 0, taken = 0;
    if (!good(env, gaitway_recognizer_take_reports(recognizer, NULL, 0, &taken, &count))) return NULL;
    gaitway_report *reports = calloc(count + 1, sizeof *reports);
    jlongArray array = reports == NULL ? NULL : (*env)->NewLongArray(env, (jsize)(13 * count));
    if (array != NULL && good(env, gaitway_recognizer_take_reports(recognizer, reports, count, &taken, &count))) {
        for (size_t place = 0; place < taken; place++) {
            const gaitway_report *one = reports + place;
            jlong numbers[13] = {one->elapsed_ns, one->delivered_ns, one->flags, one->confidence, one->reason, one->steps,
                bits_of(one->cadence)};
            for (int class_number = 0; class_number < 6; class_number++)
                numbers[7 + class_number] = bits_of(one->probabilities[class_number]);
            (*env)->SetLongArrayRegion(env, array, (jsize)(13 * place), 13, numbers);
        }
    }
    free(reports);
    return array;
}

JNIEXPORT void JNICALL NAME(recognizerFinish)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    good(env, gaitway_recognizer_finish(HANDLE(gaitway_recognizer, handle)));
}

JNIEXPORT jbyteArray JNICALL NAME(recognizerLines)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    char *lines = NULL;
    if (!good(env, gaitway_recognizer_stream_reports(HANDLE(gaitway_recognizer, handle), &lines))) return NULL;
    return array_of(env, lines, strlen(lines));
}

JNIEXPORT jlong JNICALL NAME(gateCreate)(JNIEnv *env, jclass class, jbyteArray policy)
{
    (void)class;
    gaitway_gate *gate = NULL;
    char *text = text_of(env, policy);
    good(env, gaitway_gate_create_policy(text, text == NULL ? 0 : strlen(text), "policy", &gate));
    free(text);
    return (jlong)(intptr_t)gate;
}

JNIEXPORT void JNICALL NAME(gateFree)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    good(env, gaitway_gate_free(HANDLE(gaitway_gate, handle)));
}

JNIEXPORT void JNICALL NAME(gateReport)(
    JNIEnv *env, jclass class, jlong handle, jlong moment, jint flags, jint confidence)
{
    (void)class;
    gaitway_report report;
    memset(&report, 0, sizeof report);
    report.flags = (uint8_t)flags;
    report.confidence = (uint8_t)confidence;
    good(env, gaitway_gate_report(HANDLE(gaitway_gate, handle), moment, &report));
}

JNIEXPORT void JNICALL NAME(gateFix)(
    JNIEnv *env, jclass class, jlong handle, jlong moment, jdouble latitude, jdouble longitude, jdouble speed,
    jdouble accuracy)
{
    (void)class;
    gaitway_fix fix = {0, latitude, longitude, NAN, speed, NAN, accuracy};
    good(env, gaitway_gate_fix(HANDLE(gaitway_gate, handle), moment, &fix));
}

JNIEXPORT void JNICALL NAME(gateEnter)(
    JNIEnv *env, jclass class, jlong handle, jlong moment, jbyteArray place, jint alert, jbyteArray category,
    jbyteArray hours, jdouble distance)
{
    (void)class;
    char *texts[] = {text_of(env, place), text_of(env, category), text_of(env, hours)};
    gaitway_entry entry = GAITWAY_ENTRY_INIT(texts[0]);
    entry.alert = alert;
    entry.category = texts[1];
    entry.hours = texts[2];
    entry.distance = distance;
    good(env, gaitway_gate_enter(HANDLE(gaitway_gate, handle), moment, &entry));
    for (int i = 0; i < 3; i++) free(texts[i]);
}

JNIEXPORT void JNICALL NAME(gateExit)(JNIEnv *env, jclass class, jlong handle, jlong moment, jbyteArray place)
{
    (void)class;
    char *text = text_of(env, place);
    good(env, gaitway_gate_exit(HANDLE(gaitway_gate, handle), moment, text));
    free(text);
}

JNIEXPORT void JNICALL NAME(gateAdvance)(JNIEnv *env, jclass class, jlong handle, jlong moment)
{
    (void)class;
    good(env, gaitway_gate_advance(HANDLE(gaitway_gate, handle), moment));
}

JNIEXPORT jlong JNICALL NAME(gateWakeUp)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    int64_t moment = 0;
    int32_t is_set = 0;
    good(env, gaitway_gate_wake_up(HANDLE(gaitway_gate, handle), &moment, &is_set));
    return is_set ? moment : INT64_MIN;
}

JNIEXPORT jbyteArray JNICALL NAME(gateDecisions)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    char *lines = NULL;
    if (!good(env, gaitway_gate_take_decisions(HANDLE(gaitway_gate, handle), &lines))) return NULL;
    return array_of(env, lines, strlen(lines));
}

JNIEXPORT jbyteArray JNICALL NAME(gateSave)(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    void *bytes = NULL;
    size_t size = 0;
    if (!good(env, gaitway_gate_save(HANDLE(gaitway_gate, handle), &bytes, &size))) return NULL;
    return array_of(env, bytes, size);
}

JNIEXPORT void JNICALL NAME(gateRestore)(JNIEnv *env, jclass class, jlong handle, jbyteArray state)
{
    (void)class;
    jsize size = state == NULL ? 0 : (*env)->GetArrayLength(env, state);
    char *bytes = text_of(env, state);
    good(env, gaitway_gate_restore(HANDLE(gaitway_gate, handle), bytes, (size_t)size));
    free(bytes);
}
