import { createHash } from 'node:crypto'
import { type Fields, fieldsIn, listIn, textField, timeIn } from '../files/fields.js'
import type { Records, Skip, SourceFile } from '../source.js'
import { channelKey, membersOf, pairKey } from './objects.js'

type Post = Records['post']

/** The props that Posthorn knows. */
const knownProps = [
  'from_webhook',
  'from_bot',
  'override_username',
  'override_icon_url',
  'webhook_display_name',
]

/** Reads a post with its replies, which follow it. */
export function* postsIn({ post, direct_post }: Fields, skip: Skip): Generator<Post> {
  const of = (post ?? direct_post) as Fields
  const channel =
    post === undefined ? pairKey(membersOf(of)) : channelKey(textField(of, 'team'), textField(of, 'channel'))
  const root = read(of, channel, skip)
  if (root) yield root
  for (const reply of listIn(of, 'replies')) {
    const read_ = read(reply, channel, skip)
    if (read_) yield { ...read_, root: root ? { id: root.id, create_at: root.create_at } : null }
  }
}

function read(of: Fields, channel: string, skip: Skip): Post | undefined {
  const [author, createAt] = [textField(of, 'user'), timeIn(of, 'create_at')]
  const id = idOf(channel, author, createAt, textField(of, 'message'))
  if (textField(of, 'type').startsWith('system_'))
    return void skip('post', id, 'It reports an event, such as a new member.')
  if (createAt === 0) return void skip('post', id, 'It has no time.')
  const props = propsOf(of)
  return {
    ...{ id, create_at: createAt, channel_id: channel, user_id: author, author: author || 'unknown' },
    ...{ message: textField(of, 'message'), props: known(props), attachments: listIn(props, 'attachments') },
    files: filesOf(of),
  }
}

/** The same facts by which the bulk import of the source recognizes a post. */
function idOf(...facts: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)
}

/** Some versions write props as text. */
function propsOf(of: Fields): Fields {
  if (typeof of.props !== 'string') return fieldsIn(of, 'props')
  try {
    return fieldsIn({ props: JSON.parse(of.props) }, 'props')
  } catch {
    return {}
  }
}

function known(props: Fields): Fields {
  const texts = knownProps.map(name => [name, textField(props, name)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function filesOf(of: Fields): SourceFile[] {
  const paths = listIn(of, 'attachments').map(file => textField(file, 'path'))
  return paths.filter(path => path !== '').map(path => ({ id: path, name: path.split('/').at(-1) ?? '' }))
}
