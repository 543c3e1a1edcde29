import type { SettledDelivery } from '@posthorn/db'

/** Returns what is stored about the sender's request. Its headers are those of an allow-list: the ones that the adapter read. */
export function sentFrom({ sender, format }: SettledDelivery) {
  const { address = '', userAgent = '', contentType = '', requestId = '', traceId = '' } = sender ?? {}
  return {
    sender_address: address,
    user_agent: userAgent,
    caller_request_id: requestId,
    trace_id: traceId,
    headers: { ...(contentType && { 'content-type': contentType }), ...format?.headers },
  }
}
