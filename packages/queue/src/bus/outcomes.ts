import { outcomes, type Settled } from '@posthorn/core'
import { z } from 'zod'
import type { Topic } from './bus.js'

const Message: z.ZodType<Settled> = z.object({
  id: z.string(),
  outcome: z.enum(outcomes),
  reason: z.string(),
  detail: z.string(),
  channelId: z.string(),
  postCount: z.number(),
  postId: z.string().optional(),
})

/** Outcomes for one ingress process, whose calls wait for them. */
export const outcomesFor = (ingressId: string): Topic<Settled[]> => ({
  name: `outcomes:${ingressId}`,
  shape: z.array(Message),
})
