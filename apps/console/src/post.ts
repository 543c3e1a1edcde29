import type { Post } from './api.js'

/** Posts of webhooks always carry the badge, also under a name of their choosing. */
export const isBot = ({ props }: Post): boolean => props.from_webhook === 'true'

/** The posting name. */
export function nameOf(post: Post): string {
  const chosen = post.props.override_username
  if (typeof chosen === 'string' && chosen !== '') return chosen
  return isBot(post) ? 'webhook' : post.user_id
}

/** The message and what its attachments say, as text. */
export function wordsOf({ message, props }: Post): string {
  const attachments = Array.isArray(props.attachments) ? props.attachments.map(attachmentWords) : []
  return [message, ...attachments].filter(words => words !== '').join('\n\n')
}

type Attachment = { pretext?: unknown; title?: unknown; text?: unknown; fallback?: unknown }

/** `fallback` is the sender's own plain text for a reader that shows no attachments. */
function attachmentWords(attachment: Attachment | null): string {
  const { pretext, title, text, fallback } = attachment ?? {}
  const shown = [pretext, title, text].filter(words => typeof words === 'string' && words !== '')
  return typeof fallback === 'string' && fallback !== '' ? fallback : shown.join('\n')
}
