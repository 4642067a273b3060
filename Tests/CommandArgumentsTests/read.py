"""Reads command lines as GNU's getopt does: a list of words per line of the input, each in JSON.

Prints what it reads, a line for each: the options with their values and the arguments, or null for a mistake.
"""

import getopt
import json
import sys

SHORT = "m:t:vn"
LONG = ["mode=", "log=", "into=", "count=", "seed=", "delay=", "tag=", "owner=", "even=", "verbose"]

for line in sys.stdin:
    try:
        options, arguments = getopt.gnu_getopt(json.loads(line), SHORT, LONG)
        print(json.dumps({"options": options, "arguments": arguments}))
    except getopt.GetoptError:
        print("null")
