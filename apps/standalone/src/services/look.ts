/**
 * What a look at a service comes to. `unknown`: it is we who could not look, which says nothing of the service and is
 * never a reason to end it.
 */
export type Look = 'answers' | 'silent' | 'unknown'

/** Out of descriptors, ports, buffers or memory, of this process or the machine. */
const ourTroubles = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM', 'EAGAIN'])

/** What a failed attempt to look says; `fetch` hides the error in its cause. */
export function lookThatFailed(error: unknown): Look {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return ourTroubles.has(code ?? cause?.code ?? '') ? 'unknown' : 'silent'
}
