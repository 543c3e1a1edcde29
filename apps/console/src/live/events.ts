import type { PostObject, ThreadObject } from '@posthorn/contract'

/** Events of the WebSocket (see its documentation: live events). */
export type SocketEvent = {
  event: string
  data: Record<string, unknown>
  broadcast: { user_id: string; channel_id: string; team_id: string }
}

/** Parses a frame; undefined if it is not an event. */
export function readEvent(frame: string): SocketEvent | undefined {
  const parsed = JSON.parse(frame) as Partial<SocketEvent>
  return parsed.event && parsed.data && parsed.broadcast ? (parsed as SocketEvent) : undefined
}

/** The post that an event contains as JSON. */
export function postIn({ data }: SocketEvent): PostObject {
  return JSON.parse(String(data.post)) as PostObject
}

/** The state of a reply's thread. */
export function threadIn({ data }: SocketEvent): ThreadObject | undefined {
  return data.thread === undefined ? undefined : (JSON.parse(String(data.thread)) as ThreadObject)
}

/** The ids of the users that a new post mentions. */
export function mentionsIn({ data }: SocketEvent): string[] {
  return data.mentions === undefined ? [] : (JSON.parse(String(data.mentions)) as string[])
}
