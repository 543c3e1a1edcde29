/** Reserves a place for an owner; returns undefined if the owner's places, or all places, are in use. */
export type Places = { take: (owner: string) => LeavePlace | undefined }

/** Releases the place. A second call does nothing. */
export type LeavePlace = () => void

/** Limits places in total and per owner. */
export function openPlaces(limits: { inAll: number; perOwner: number }): Places {
  const taken = new Map<string, number>()
  let all = 0
  const leave = (owner: string) => {
    all--
    const left = (taken.get(owner) ?? 1) - 1
    if (left > 0) taken.set(owner, left)
    else taken.delete(owner)
  }
  return {
    take: owner => {
      const theirs = taken.get(owner) ?? 0
      if (all >= limits.inAll || theirs >= limits.perOwner) return undefined
      all++
      taken.set(owner, theirs + 1)
      let isLeft = false
      return () => {
        if (!isLeft) leave(owner)
        isLeft = true
      }
    },
  }
}

/** A session and its user. */
type OfSession = { id: string; userId: string }

export type SessionPlaces = { take: (session: OfSession) => LeavePlace | undefined }

/** Limits places in total, per session, and for all sessions of a user together. */
export function openSessionPlaces(limits: {
  inAll: number
  perSession: number
  perUser: number
}): SessionPlaces {
  const ofSessions = openPlaces({ inAll: limits.inAll, perOwner: limits.perSession })
  const ofUsers = openPlaces({ inAll: limits.inAll, perOwner: limits.perUser })
  return {
    take: ({ id, userId }) => {
      const leaveSession = ofSessions.take(id)
      const leaveUser = leaveSession && ofUsers.take(userId)
      if (!leaveUser) return void leaveSession?.()
      return () => {
        leaveSession()
        leaveUser()
      }
    },
  }
}
