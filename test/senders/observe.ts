import { deliveryOf } from '@posthorn/core'
import { type HookRefusal, hookRefusals } from '@posthorn/server'
import { expect } from 'vitest'
import { eventually } from '../support/eventually.js'
import type { World } from '../support/world.js'

/** A call of the hook. Without a content type, none is sent. */
export type Call = {
  body: string | Uint8Array
  contentType?: string
  headers?: Record<string, string>
  /** The query, with its question mark. */
  query?: string
  /** Another key than the hook's. */
  key?: string
}

export type SeenPost = {
  channel: string
  message: string
  html: string
  type: string
  props: Record<string, unknown>
}

/** The result of a call: its response, or the worker's reason for a rejection, its posts, and the names recorded as ignored. */
export type Seen = {
  status: number
  /** `ok`, or the id of the error. */
  answer: string
  detail: string
  contentType: string
  /** The sites whose pages may read the response. */
  shownTo: string
  posts: SeenPost[]
  ignored: string[]
  /** The mentioned users, by name; `@channel` for all. */
  mentioned: string[]
}

type Answer = Pick<Seen, 'status' | 'answer' | 'detail' | 'contentType' | 'shownTo'> & {
  delivery: string | undefined
}

/** Makes all calls at once, and returns what is stored when all deliveries are settled. */
export async function observe(world: World, calls: Call[]): Promise<Seen[]> {
  const answers = await Promise.all(calls.map(call => send(world.hookUrl, call)))
  const accepted = answers.filter(({ delivery }) => delivery)
  const settle = async () => expect(await world.db.delivery.count()).toBe(accepted.length)
  await eventually(settle)
  const settled = new Map((await world.db.delivery.findMany()).map(row => [row.id, row]))
  const posts = await postsByDelivery(world)
  const mentioned = await mentionedByDelivery(world)
  return answers.map(answer => {
    const { delivery = '', ...answered } = answer
    const row = settled.get(delivery)
    return {
      ...answered,
      ...(row?.reason && refusedLater(row.reason as HookRefusal, row.detail)),
      posts: posts.get(delivery) ?? [],
      ignored: (row?.ignored ?? []) as string[],
      mentioned: mentioned.get(delivery) ?? [],
    }
  })
}

async function send(hookUrl: string, { body, contentType, headers = {}, ...to }: Call): Promise<Answer> {
  const url = to.key === undefined ? hookUrl : new URL(to.key, hookUrl).href
  const answer = await fetch(url + (to.query ?? ''), {
    method: 'POST',
    headers: { ...headers, ...(contentType !== undefined && { 'content-type': contentType }) },
    body: typeof body === 'string' ? Buffer.from(body) : new Uint8Array(body), // as bytes, so that fetch adds no content type
  })
  const text = await answer.text()
  const error = text.startsWith('{') ? JSON.parse(text) : { id: text, detailed_error: '' }
  return {
    status: answer.status,
    answer: error.ok === true ? 'ok' : error.id,
    detail: error.detailed_error ?? '',
    contentType: answer.headers.get('content-type') ?? '',
    shownTo: answer.headers.get('access-control-allow-origin') ?? '',
    delivery: answer.headers.get('x-delivery-id') ?? undefined,
  }
}

function refusedLater(reason: HookRefusal, detail: string) {
  return { status: hookRefusals[reason].status, answer: hookRefusals[reason].id, detail }
}

async function postsByDelivery({ db }: World): Promise<Map<string, SeenPost[]>> {
  const channels = new Map(
    (await db.channel.findMany()).map(({ id, type, name }) => [id, type === 'D' ? 'direct' : name]),
  )
  const posts = new Map<string, SeenPost[]>()
  for (const { id, channelId, message, html, type, props } of await db.post.findMany({
    orderBy: { id: 'asc' },
  })) {
    const post = {
      channel: channels.get(channelId) ?? '',
      message,
      html,
      type,
      props: props as SeenPost['props'],
    }
    posts.set(deliveryOf(id), [...(posts.get(deliveryOf(id)) ?? []), post])
  }
  return posts
}

async function mentionedByDelivery({ db }: World): Promise<Map<string, string[]>> {
  const names = new Map((await db.user.findMany()).map(({ id, username }) => [id, username]))
  const mentioned = new Map<string, string[]>()
  for (const { postId, userId } of await db.mention.findMany({ orderBy: { userId: 'asc' } })) {
    const name = userId === '' ? '@channel' : (names.get(userId) ?? '')
    mentioned.set(deliveryOf(postId), [...(mentioned.get(deliveryOf(postId)) ?? []), name])
  }
  return mentioned
}
