export type BodyLimits = {
  /** Bytes held for all unfinished bodies together. */
  inAllBytes: number
  /** Bytes held for the bodies of one owner: a hook, a user or an address. */
  perOwnerBytes: number
  /** Time that every body gets, however short it is. */
  patienceMs: number
  /** Minimum rate; slower bodies are rejected once `patienceMs` has passed. */
  leastBytesPerSecond: number
}

export const defaultBodyLimits: BodyLimits = {
  inAllBytes: 64 * 1024 * 1024,
  perOwnerBytes: 16 * 1024 * 1024,
  patienceMs: 10_000,
  leastBytesPerSecond: 8 * 1024,
}

/** Why reading a body was stopped. */
export type BodyTrouble = 'no_room_for_body' | 'body_too_slow' | 'body_in_crumbs'

/** Bounds the memory of unfinished bodies. A body that arrives in one piece need not be counted. */
export type BodyBudget = {
  /** Starts counting a body. Calls `tooSlow` once if it arrives too slowly. */
  begin: (owner: string, tooSlow: () => void) => BodyCount
  close: () => void
}

type BodyCount = {
  /** Counts a piece, for which `heldBytes` more are held. Returns why reading must stop, if so. */
  take: (pieceBytes: number, heldBytes: number) => BodyTrouble | undefined
  /** Releases what the body held. A second call does nothing. */
  end: () => void
}

/** Each piece costs some microseconds, even if it is one byte, so bodies in many small pieces would delay everyone. */
const freePieces = 1024
const leastBytesPerPiece = 64
const lookEveryMs = 1000

type Body = { bytes: number; beganMs: number; tooSlow: () => void }

export function openBodyBudget(limits: BodyLimits = defaultBodyLimits): BodyBudget {
  const held = openHeld(limits)
  const bodies = new Set<Body>()
  const looking = setInterval(() => {
    const nowMs = performance.now()
    for (const body of bodies) if (isTooSlow(body, nowMs, limits)) body.tooSlow()
  }, lookEveryMs).unref()
  return {
    begin: (owner, tooSlow) => {
      const body = { bytes: 0, beganMs: performance.now(), tooSlow }
      let pieces = 0
      let mine = 0
      bodies.add(body)
      return {
        take: (pieceBytes, heldBytes) => {
          body.bytes += pieceBytes
          if (++pieces > freePieces + body.bytes / leastBytesPerPiece) return 'body_in_crumbs'
          if (!held.add(owner, heldBytes)) return 'no_room_for_body'
          mine += heldBytes
          return undefined
        },
        end: () => {
          if (bodies.delete(body) && mine > 0) held.remove(owner, mine)
        },
      }
    },
    close: () => clearInterval(looking),
  }
}

function isTooSlow({ bytes, beganMs }: Body, nowMs: number, limits: BodyLimits): boolean {
  return nowMs - beganMs > limits.patienceMs + (bytes / limits.leastBytesPerSecond) * 1000
}

function openHeld({ inAllBytes, perOwnerBytes }: BodyLimits) {
  const ofOwner = new Map<string, number>()
  let all = 0
  return {
    add: (owner: string, bytes: number) => {
      const theirs = (ofOwner.get(owner) ?? 0) + bytes
      if (all + bytes > inAllBytes || theirs > perOwnerBytes) return false
      all += bytes
      ofOwner.set(owner, theirs)
      return true
    },
    remove: (owner: string, bytes: number) => {
      const left = (ofOwner.get(owner) ?? 0) - bytes
      all -= bytes
      if (left > 0) ofOwner.set(owner, left)
      else ofOwner.delete(owner)
    },
  }
}
