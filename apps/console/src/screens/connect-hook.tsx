import { getRouteApi } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { hookTitle, useHookUrl } from '../data/hooks.js'
import { useTargetChannels } from '../hooks/channel-choice.js'
import { useHook } from '../hooks/current-hook.js'
import { RegenerateUrl } from '../hooks/regenerate-url.js'
import { SenderSnippet, SenderTabs } from '../hooks/sender-snippets.js'
import { snippets } from '../hooks/snippets.js'
import { usePageTitle } from '../layout/page-title.js'
import { CopyField } from '../ui/copy-field.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/connect')

/** The hook's URL, this once, and what is written into a sender. */
export function ConnectHookScreen() {
  const team = useTeam()
  const hook = useHook()
  const url = useHookUrl(hook.id)
  const { sender } = route.useSearch()
  const channel = useTargetChannels()?.find(({ id }) => id === hook.channel_id)
  usePageTitle('Connect a sender', hookTitle(hook), team.display_name)
  const all = snippets({ url: url ?? '$HOOK_URL', channel: channel?.name ?? 'town-square' })
  const shown = all.find(({ id }) => id === sender) ?? all[0]
  return (
    <div className="flex max-w-3xl flex-col gap-6 p-4 md:p-6">
      {url ? <NewUrl url={url} /> : <NoUrl />}
      <section aria-label="Senders" className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">Send something</h2>
        <SenderTabs all={all} shown={shown?.id} />
        {shown && <SenderSnippet {...shown} />}
      </section>
    </div>
  )
}

function NewUrl({ url }: { url: string }) {
  return (
    <section aria-label="The new URL" className="rounded-lg border border-line bg-accent-soft p-4">
      <CopyField
        label="Webhook URL"
        action="Copy URL"
        value={url}
        hint="Copy it now: it is not shown again. Whoever has it can post, so keep it as you keep passwords."
      />
    </section>
  )
}

function NoUrl() {
  return (
    <section
      aria-label="The URL"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-well p-4"
    >
      <p className="max-w-prose">
        The URL was shown when it was made, and nobody can look it up. Where it is lost, make a new one;
        below, <code className="font-mono text-sm">$HOOK_URL</code> stands for it.
      </p>
      <RegenerateUrl />
    </section>
  )
}
