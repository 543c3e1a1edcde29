import { defineCall } from '../call.js'

/** Not a call of the typed client, because `fetch` cannot open a WebSocket. */
export const openLiveEvents = defineCall({
  operationId: 'openLiveEvents',
  route: 'GET /users/websocket',
  tag: 'System',
  summary: 'Subscribe to live events over a WebSocket',
  description:
    'Send this request with `Upgrade: websocket` and a session, or authenticate within five seconds by ' +
    'sending `{"seq": 1, "action": "authentication_challenge", "data": {"token": "…"}}`. Events are JSON, ' +
    '`{event, data, broadcast, seq}`: `hello`, `posted`, `post_edited`, `post_deleted`, and events about ' +
    'channels and members. `posted` and `post_deleted` of a reply have `thread`, the JSON of its thread’s ' +
    '`reply_count`, `last_reply_at` and `participants`. After a disconnect, fetch the posts since the last one that you received. The ' +
    'server closes a socket that sends more than 20 messages at once or 5 per second, authenticates with an ' +
    'invalid token, or leaves 256 KiB unread. A session can have at most 20 sockets, and a user 100.',
  allow: 'optional_user',
  scope: 'read',
  beyondRate: true,
  answers: 'The connection is now a WebSocket.',
  errors: ['scope_missing', 'no_upgrade', 'bad_origin', 'stopping', 'too_many_sockets'],
})
