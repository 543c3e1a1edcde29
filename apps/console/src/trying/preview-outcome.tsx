import type { Preview } from '@posthorn/contract'
import { PostPreview } from '../deliveries/post-preview.js'
import { useHistory } from '../deliveries/use-history.js'

/** The posts as the channel would show them, and what would be ignored. */
export function PreviewedPosts({ preview }: { preview: Preview }) {
  const { outcome, posts, post_count, ignored, keys } = preview
  const { creator } = useHistory()
  return (
    <>
      {outcome === 'updated' && <p>This would replace an earlier post, because its key is in use.</p>}
      {outcome === 'collapsed' && (
        <p>This would be counted in an earlier post, because it repeats that post.</p>
      )}
      {outcome === 'replied' && <p>This would be a reply in an existing thread.</p>}
      <Keys {...keys} />
      {ignored.length > 0 && (
        <p className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
          This would be posted, but Posthorn ignores these parts: {ignored.join(', ')}
        </p>
      )}
      <ol className="max-h-[40rem] overflow-y-auto rounded-lg border border-line py-2">
        {posts.map((post, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: previewed posts have no ids, and their order is fixed
          <li key={index}>
            <PostPreview post={post} creator={creator} headed={index === 0} />
          </li>
        ))}
      </ol>
      {post_count > 1 && (
        <p className="text-sm text-quiet">
          {post_count} posts, in this order
          {posts.length < post_count && `, of which the first ${posts.length} are shown`}.
        </p>
      )}
    </>
  )
}

/** The keys of the post. Keys show which calls belong together, so they are shown as they are. */
function Keys({ thread_key, update_key, close }: Preview['keys']) {
  const shown = [
    ['Update key', update_key],
    ['Thread key', thread_key],
  ].filter(([, key]) => key !== '')
  if (shown.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-quiet">
      {shown.map(([name, key]) => (
        <span key={name} className="wrap-anywhere">
          {name} <code className="font-mono text-text">{key}</code>
        </span>
      ))}
      {close && <span>Closes its keys</span>}
    </p>
  )
}

/** Why nothing would be posted. */
export function NotPosted({ preview: { outcome, message, reason, status } }: { preview: Preview }) {
  return (
    <div className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
      <p className="font-medium">{message}</p>
      <p className="mt-1 text-sm">
        {outcome === 'refused'
          ? 'The call would be refused: the sender gets this error, and nothing is stored.'
          : 'The call would be accepted, but the delivery would be rejected.'}{' '}
        <code className="font-mono">{reason}</code>, status {status}
      </p>
    </div>
  )
}
