/**
 * What a probe of a service comes to. `answers`: it lives. `silent`: it was asked and did not answer, in time or at all.
 * `unknown`: it is we who could not ask, which says nothing of the service and is never a reason to end it.
 */
export type ProbeResult = 'answers' | 'silent' | 'unknown'

/** Out of descriptors, ports, buffers or memory, of this process or the machine. */
const ourTroubles = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM', 'EAGAIN'])

/** What an attempt says that failed; `fetch` hides the error in its cause. */
export function failedProbe(error: unknown): ProbeResult {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return ourTroubles.has(code ?? cause?.code ?? '') ? 'unknown' : 'silent'
}
