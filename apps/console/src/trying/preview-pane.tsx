import type { Preview } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useTeam } from '../data/current-team.js'
import { previewQuery, type TemplateForm } from '../data/trials.js'
import { useHistory } from '../deliveries/use-history.js'
import { FormError, Loading } from '../server/states.js'
import { NotPosted, PreviewedPosts } from './preview-outcome.js'

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
