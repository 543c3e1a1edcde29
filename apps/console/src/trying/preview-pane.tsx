import type { Preview } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useTeam } from '../data/teams.js'
import { previewQuery, type TemplateForm } from '../data/trials.js'
import { PostPreview } from '../deliveries/post-preview.js'
import { useHistory } from '../deliveries/use-history.js'
import { FormError, Loading } from '../server/states.js'

type PreviewPaneProps = { payload: string; template?: TemplateForm; delivery?: string }

/** A preview of a payload, or of a template over it: its posts and what would be ignored, or why it would be rejected. */
export function PreviewPane({ payload, template, delivery }: PreviewPaneProps) {
  const team = useTeam()
  const { id: hook } = useHistory()
  const { data, error, isPlaceholderData } = useQuery(
    previewQuery({ team: team.id, hook, template, delivery }, payload),
  )
  return (
    <section aria-label="Preview" aria-busy={isPlaceholderData} className="flex min-w-0 flex-col gap-3">
      <h2 className="font-medium">
        Preview
        {data?.channel && <span className="font-normal text-quiet"> in {channelOf(data.channel)}</span>}
      </h2>
      {error && <FormError error={error} />}
      {!data && !error && <Loading what="the preview" rows={1} />}
      {data &&
        (data.fault ? (
          <p className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
            {faultPlace(data.fault)} {data.fault.message}
          </p>
        ) : data.outcome === 'skipped' ? (
          <p className="rounded-lg bg-hover px-4 py-3">This would not become a post: {data.message}</p>
        ) : data.outcome === 'rejected' || data.outcome === 'refused' ? (
          <NotPosted preview={data} />
        ) : (
          <PreviewedPosts preview={data} />
        ))}
    </section>
  )
}

function faultPlace({ field, line, column }: NonNullable<Preview['fault']>): string {
  return `In ${field.replace('_', ' ')}, line ${line}, column ${column}:`
}

function channelOf({ name, display_name, type }: NonNullable<Preview['channel']>): string {
  if (type === 'D') return 'a direct channel'
  return display_name || name || 'a private channel'
}

/** The posts as the channel would show them, and what would be ignored. */
function PreviewedPosts({ preview }: { preview: Preview }) {
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
function NotPosted({ preview: { outcome, message, reason, status } }: { preview: Preview }) {
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
