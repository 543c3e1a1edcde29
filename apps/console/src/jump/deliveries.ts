import { ApiError, type FoundDelivery } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { outcomeWords } from '../deliveries/delivery-table.js'
import type { Goal, Group } from './goals.js'

export type Clue =
  | { id: string }
  | { request_id: string }
  | { trace_id: string }
  | { address: string; at: string }

const idShape = /^[0-9a-z]{26}$/
const traceShape = /^[0-9a-f]{32}$/
/** An address, perhaps followed by a time. */
const addressShape = /^(\d{1,3}(?:\.\d{1,3}){3}|(?=(?:[^:\s]*:){2})[0-9a-f:.]+)(?:\s+(.+))?$/i
/** A sender's own request ID: one word with a digit. */
const requestShape = /^(?=\S*\d)[\x21-\x7e]{6,128}$/

/**
 * Returns what a text may say about a delivery: an ID, a request or trace ID, or an address with a time, which is now by default.
 */
export function cluesIn(text: string, nowMs: number): Clue[] {
  const [, address, time] = addressShape.exec(text) ?? []
  if (address !== undefined) {
    const atMs = time === undefined ? nowMs : timeIn(time)
    return Number.isNaN(atMs) ? [] : [{ address, at: String(atMs) }]
  }
  if (idShape.test(text)) return [{ id: text }, { request_id: text }]
  if (traceShape.test(text)) return [{ trace_id: text }, { request_id: text }]
  return requestShape.test(text) ? [{ request_id: text }] : []
}

/** Reads milliseconds since 1970, or a date. Without a zone, it is local. */
function timeIn(text: string): number {
  return /^\d{12,15}$/.test(text) ? Number(text) : Date.parse(text)
}

/** Deliveries of any webhook, for system administrators. */
export const deliveriesFoundQuery = (team: string, text: string) =>
  queryOptions({
    queryKey: ['jump', 'deliveries', team, text],
    queryFn: async ({ signal }): Promise<Group> => {
      const found = new Map<string, Goal>()
      // one after the other: the server lets only few searches of a user wait
      for (const query of cluesIn(text, Date.now())) {
        const { deliveries } = await api.findDeliveries({ query, signal })
        for (const delivery of deliveries) found.set(delivery.id, deliveryGoal(team, delivery))
      }
      return { title: 'Deliveries', goals: [...found.values()] }
    },
    enabled: cluesIn(text, 0).length > 0,
    retry: (count, error) => count < 1 && !(error instanceof ApiError),
    staleTime: 0,
  })

/** A delivery with its webhook. One that came with a token leads to its user, who alone can open it. */
function deliveryGoal(team: string, delivery: FoundDelivery): Goal {
  const { id, hook_id: hook, hook_name: name, by_token: isByToken } = delivery
  const path = `/${delivery.team?.name ?? team}/integrations/incoming/${hook}/deliveries/${id}`
  const elsewhere = delivery.team?.name !== team && delivery.team?.display_name
  return {
    key: id,
    href: isByToken ? `/admin/users/${hook}` : path,
    icon: isByToken ? 'person' : 'webhook',
    name: name || 'Webhook',
    about: [outcomeWords[delivery.outcome], elsewhere].filter(Boolean).join(' · '),
    at: delivery.create_at,
  }
}
