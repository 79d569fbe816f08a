// Counts what this test program allocates.
#pragma once

/// Calls of operator new so far, of any kind.
long allocation_count();
