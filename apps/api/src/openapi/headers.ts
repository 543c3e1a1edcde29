type Operation = {
  parameters?: object[]
  responses?: Record<string, { headers?: Record<string, object> }>
}

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const
const count = (description: string) => ({ description, schema: { type: 'integer' } }) as const

/** The headers of answers by name. */
export const headers = {
  'X-Request-Id': text('The call’s id, which is also in the error object and the log.'),
  'X-Version-Id': text('The server’s build.'),
  'X-Ratelimit-Limit': count('The number of calls per window. Absent without a limit, like the next two.'),
  'X-Ratelimit-Remaining': count('Calls left in this window.'),
  'X-Ratelimit-Reset': count('Seconds until the window ends.'),
  'Retry-After': count('Seconds to wait before trying again.'),
  ETag: text('Send it as `If-None-Match` to get a 304 while nothing has changed.'),
  'X-Has-More': text(
    '`true` if there are more posts. A page ends after its limit, or after 1 MiB of messages and props. ' +
      'Continue after the last post in `order`, not after the limit.',
  ),
  Token: text('The session token.'),
  'X-Delivery-Id': text('The delivery’s id.'),
  'X-Delivery-State': text(
    '`stored`: its outcome is not known yet. `posted`: the channel shows it, as a post, a reply, an update or a counted ' +
      'repeat, or its deletion is done. `superseded`, `skipped` and `rejected` are outcomes without a post.',
  ),
  'Idempotent-Replayed': text(
    '`true` if the Idempotency-Key was already used. The delivery is that of the first call.',
  ),
}
type Name = keyof typeof headers

const always: Name[] = [
  'X-Request-Id',
  'X-Version-Id',
  'X-Ratelimit-Limit',
  'X-Ratelimit-Remaining',
  'X-Ratelimit-Reset',
]
const retried = ['429', '503']

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an answer that the caller already has.',
  schema: { type: 'string' },
}

/** Describes the headers of each answer; `good` are those of successful answers. */
export function addResponseHeaders(operation: Operation, good: readonly Name[] = []): void {
  const { responses = {} } = operation
  const tagged = '304' in responses
  if (tagged) operation.parameters = [...(operation.parameters ?? []), ifNoneMatch]
  for (const [status, answer] of Object.entries(responses)) {
    const own: readonly Name[] = status < '300' ? good : []
    const tags: Name[] = tagged && status < '400' ? ['ETag'] : []
    const retry: Name[] = retried.includes(status) ? ['Retry-After'] : []
    answer.headers = Object.fromEntries(
      [...always, ...own, ...tags, ...retry].map(name => [name, { $ref: `#/components/headers/${name}` }]),
    )
  }
}
