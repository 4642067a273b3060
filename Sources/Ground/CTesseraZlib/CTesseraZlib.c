#include "CTesseraZlib.h"
