import type { CommandContext } from '../../context.js'
import { exitCodes, Failure } from '../../failure.js'
import { printable, printableLine } from '../../output/printable.js'
import { lookUpHook } from '../../session/find.js'
import type { PayloadOptions } from './read-payload.js'
import { payloadFrom } from './read-payload.js'

/** Shows the posts that a message would become. Nothing is stored. */
export async function previewText(
  { server, out }: CommandContext,
  text: string | undefined,
  options: PayloadOptions & { hook: string },
): Promise<void> {
  const payload = await payloadFrom(text, options)
  const found = await server()
  const { id: hook, team_id: team } = await lookUpHook(found, options.hook)
  const body = { payload, ...(options.format !== undefined && { format: options.format }) }
  const preview = await found.client.previewPayload({ params: { team, hook }, body })
  const { outcome, channel, posts, ignored, message } = preview
  if (out.isJson) out.json(preview)
  else {
    const where = channel ? ` in ${printableLine(channel.name)}` : ''
    out.line(out.style('bold', `${outcome}${where}`))
    for (const post of posts) out.line(printable(post.message))
    if (ignored.length > 0) out.note(`These fields have no effect: ${ignored.join(', ')}`)
  }
  if (outcome === 'rejected' || outcome === 'refused') throw new Failure(message, '', exitCodes.rejected)
}
