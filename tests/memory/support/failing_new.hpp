// Lets one allocation of this test program fail.
#pragma once

/// From now on call number `k` (1: the next) of operator new fails, whoever makes it; 0: none.
void fail_allocation(long k);
/// Calls since fail_allocation.
long allocations_made();
