import { hookFormats } from '@posthorn/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { hookTitle, useHook, useHookUrl } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { NewUrl, NoUrl } from '../../hooks/edit/hook-url.js'
import { LatestDelivery } from '../../hooks/latest-delivery.js'
import { SenderSnippet, SenderTabs } from '../../hooks/sender-snippets.js'
import { slackSnippets } from '../../hooks/slack-snippets.js'
import { snippets, unknownUrl } from '../../hooks/snippets.js'
import { useTargetChannel } from '../../hooks/target-channel.js'
import { usePageTitle } from '../../layout/page-title.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/connect')

/** The senders whose own JSON is understood, by what to add to the URL. */
function OwnJson({ url }: { url: string }) {
  return (
    <section aria-label="Senders with their own JSON" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Senders with their own JSON</h2>
      <p>
        Add a name to the URL, and paste it into the program’s own webhook settings. For example, for GitHub:
      </p>
      <code className="block rounded-lg bg-hover px-4 py-3 font-mono break-all select-all">{`${url}/github`}</code>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-quiet">
        {hookFormats.map(({ name, title }) => (
          <li key={name}>
            {title}: <code className="font-mono">/{name}</code>
          </li>
        ))}
      </ul>
      <p>
        Another program? Send something from it. If it is refused, build a{' '}
        <Link
          from={route.id}
          to="../template"
          className="font-medium text-accent underline underline-offset-2"
        >
          template
        </Link>{' '}
        from what it sent.
      </p>
    </section>
  )
}

/** Leads to the secret that many programs have a field for. */
function SecretHint({ isVerified }: { isVerified: boolean }) {
  const { team, hook } = route.useParams()
  return (
    <p className="text-quiet">
      {isVerified
        ? 'This webhook verifies signatures, so the sender needs its secret. '
        : 'If the program has a field for a secret, the webhook can verify that calls come from it. '}
      <Link
        to="/$team/integrations/incoming/$hook/settings"
        params={{ team, hook }}
        className="font-medium text-accent underline underline-offset-2"
      >
        {isVerified ? 'Replace the secret' : 'Verify signatures'}
      </Link>
    </p>
  )
}

/** The hook's new URL, and instructions for senders. */
export function ConnectHookScreen() {
  const team = useTeam()
  const hook = useHook()
  const url = useHookUrl(hook.id)
  const { sender } = route.useSearch()
  const channel = useTargetChannel(hook.channel_id)
  usePageTitle('Connect a sender', hookTitle(hook), team.display_name)
  const target = { url: url ?? unknownUrl, channel: channel?.name ?? 'town-square' }
  const all = [...snippets(target), ...slackSnippets(target)]
  const shown = all.find(({ id }) => id === sender) ?? all[0]
  return (
    <div className="flex max-w-3xl flex-col gap-6 p-4">
      {url ? <NewUrl url={url} /> : <NoUrl />}
      <section aria-label="Senders" className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">Send a message</h2>
        <SenderTabs all={all} shown={shown?.id} />
        {shown && <SenderSnippet {...shown} />}
        <LatestDelivery />
      </section>
      <OwnJson url={url ?? unknownUrl} />
      <SecretHint isVerified={hook.signature !== null} />
    </div>
  )
}
