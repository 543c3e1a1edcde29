type Operation = {
  parameters?: object[]
  responses?: Record<string, { headers?: Record<string, object> }>
}

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const
const count = (description: string) => ({ description, schema: { type: 'integer' } }) as const

/** The headers of answers, by name. */
export const headers = {
  'X-Request-Id': text('The call’s id, as in the error object and in the log.'),
  'X-Version-Id': text('The server’s build.'),
  'X-Ratelimit-Limit': count('Calls that a window has room for. These three are absent without a limit.'),
  'X-Ratelimit-Remaining': count('Calls that are left in this window.'),
  'X-Ratelimit-Reset': count('Seconds until the window ends.'),
  'Retry-After': count('Seconds to wait before the call is sent again.'),
  ETag: text('Send it as `If-None-Match`, to be answered 304 while nothing changed.'),
  'X-Has-More': text(
    'true where there are more posts than these: a page ends after its limit, or after 1 MiB of messages and props. ' +
      'Go on behind what `order` has, and not behind the limit.',
  ),
  Token: text('The session token.'),
  'X-Delivery-Id': text('The delivery’s id.'),
  'Idempotent-Replayed': text(
    'true where the Idempotency-Key was known, and this is the first call’s delivery.',
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
  description: 'The ETag of an answer that the caller has already.',
  schema: { type: 'string' },
}

/** Says of each answer which headers it has; `good` are those of the answers that refuse nothing. */
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
