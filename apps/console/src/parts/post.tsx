import type { Post } from '../api.js'
import { isBot, nameOf, wordsOf } from '../post.js'

const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function PostItem({ post }: { post: Post }) {
  const name = nameOf(post)
  const at = new Date(post.create_at)
  const today = at.toDateString() === new Date().toDateString()
  return (
    <li className="post">
      <span className="picture" aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <header>
        <b>{name}</b> {isBot(post) && <span className="badge">BOT</span>}{' '}
        <time dateTime={at.toISOString()} title={dayAndTime.format(at)}>
          {(today ? timeOnly : dayAndTime).format(at)}
        </time>
      </header>
      <p className="words">{wordsOf(post)}</p>
    </li>
  )
}
