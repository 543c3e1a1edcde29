const minuteMs = 60_000

/** Returns figures of an hour in which the load rose and fell. */
export function busyHour(nowMs: number) {
  return Array.from({ length: 59 }, (_, ago) => {
    const accepted = Math.round(400 + 300 * Math.sin(ago / 7))
    const sums = { accepted, posted: accepted - 9, 'rejected:unknown_channel': 6, 'rejected:hook_deleted': 3 }
    const more = {
      updated: ago % 7,
      'refused:limited': ago % 9,
      'refused:unreadable': ago % 4,
      'wait:11': accepted,
      'wait:19': 7,
    }
    const peaks = { backlog: accepted % 97, 'oldest:shared': accepted, 'oldest:flood': 3 * accepted }
    const startAt = Math.floor(nowMs / minuteMs) * minuteMs - (ago + 2) * minuteMs
    return { startAt, figures: { sums: { ...sums, ...more }, peaks } }
  })
}
