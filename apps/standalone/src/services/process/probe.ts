/**
 * The result of a probe. `answers`: the service responded. `silent`: it did not respond, in time or at all. `unknown`: we could
 * not ask, which says nothing about the service and is never a reason to kill it.
 */
export type ProbeResult = 'answers' | 'silent' | 'unknown'

/** Out of descriptors, ports, buffers or memory, in this process or on the machine. */
const ourTroubles = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM', 'EAGAIN'])

/** Classifies a failed attempt. `fetch` hides the error in its cause. */
export function failedProbe(error: unknown): ProbeResult {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return ourTroubles.has(code ?? cause?.code ?? '') ? 'unknown' : 'silent'
}
