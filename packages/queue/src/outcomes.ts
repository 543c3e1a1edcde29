import { z } from 'zod'
import type { Topic } from './bus.js'

/** What became of a delivery. The ids of its posts follow from its own: they are `postCount`, numbered from 1. */
export const Settled = z.object({
  id: z.string(),
  outcome: z.enum(['posted', 'rejected']),
  /** A word of the table of refusals; empty when posted. */
  reason: z.string(),
  detail: z.string(),
  channelId: z.string(),
  postCount: z.number(),
})
export type Settled = z.infer<typeof Settled>

/** Outcomes for one ingress process, whose calls wait for them. */
export const outcomesFor = (ingressId: string): Topic<Settled[]> => ({
  name: `outcomes:${ingressId}`,
  shape: z.array(Settled),
})
