import { setFlagsFromString } from 'node:v8'

/** Of what lives, how much more the heap may hold before all of it is collected. */
const growingPercent = 150

/**
 * Lets the heap grow to two and a half times what lives. While little is allocated V8 lets it grow by a tenth only, and
 * marks all of it again and again, with as many threads as there are cores: whoever called then waited for 20 to 60 ms.
 */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
}
