import { defineCall } from '../call.js'

/** Not among the calls of the client: `fetch` makes no WebSocket. */
export const openLiveEvents = defineCall({
  operationId: 'openLiveEvents',
  route: 'GET /users/websocket',
  tag: 'System',
  summary: 'Live events over a WebSocket',
  description:
    'Send it with `Upgrade: websocket` and a session, or answer within five seconds with ' +
    '`{"seq": 1, "action": "authentication_challenge", "data": {"token": "…"}}`. Events are JSON, ' +
    '`{event, data, broadcast, seq}`: `hello`, `posted`, `post_edited`, `post_deleted`, and those of channels and ' +
    'members. After a break, ask for posts since the last one that was seen. A socket is closed that says more than ' +
    '20 messages at once or 5 a second, shows a token that opens nothing, or leaves 256 KiB unread; a session has at ' +
    'most 20 sockets, a user 100.',
  allow: 'optional_user',
  scope: 'read',
  beyondRate: true,
  answers: 'The connection is a WebSocket from here on.',
  errors: ['scope_missing', 'no_upgrade', 'bad_origin', 'stopping', 'too_many_sockets'],
})
