const keyBytes = 16

/** By it a replay that is asked for twice is known as one. Over plain http browsers have no randomUUID. */
export function newReplayKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
