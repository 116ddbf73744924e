/* SPDX-License-Identifier: Apache-2.0 */
/* The first instructions of a program on an Arm Cortex-M4F without an operating system; files are the host's, by semihosting. */
#include <stdint.h>
#include <stdlib.h>

extern uint32_t stack_top, bss_start, bss_end;
int main(void);
void initialise_monitor_handles(void);

/* What newlib calls at exit. */
void _init(void) {}
void _fini(void) {}

static void reset(void)
{
    uint32_t *word;
    /* The floating-point unit is off at first. */
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;
    __asm volatile("dsb; isb");
    for (word = &bss_start; word < &bss_end; word++) *word = 0;
    initialise_monitor_handles();
    exit(main());
}

static void fault(void)
{
    for (;;) {}
}

__attribute__((section(".vectors"), used)) static void (*const vectors[])(void) = {
    (void (*)(void))(uintptr_t)&stack_top, reset, fault, fault, fault, fault, fault,
};
