import { ApiError, type HookObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { messageOf } from '../data/errors.js'
import { hooksQuery } from '../data/hooks.js'
import { HookTable } from '../hooks/hook-table.js'
import { useFoundHooks } from '../hooks/use-found-hooks.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen, Scroll } from '../layout/screen.js'
import { buttonClasses } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { SearchField } from '../ui/search-field.js'
import { EmptyState, ErrorState, Loading } from '../ui/states.js'

const route = getRouteApi('/$team/integrations/incoming')

/** A team's hooks that the viewer may see. */
export function HooksScreen() {
  const team = useTeam()
  const { data: hooks, error, refetch } = useQuery(hooksQuery(team.id))
  usePageTitle('Incoming webhooks', team.display_name)
  const isRefused = error instanceof ApiError && error.status === 403
  return (
    <Screen
      title="Incoming webhooks"
      about="Programs write to channels with them"
      actions={!isRefused && <NewHookLink />}
    >
      <Scroll>
        {!hooks && !error && <Loading what="the webhooks" />}
        {!hooks && isRefused && <OnlyAdmins error={error} />}
        {!hooks && error && !isRefused && <ErrorState error={error} onRetry={refetch} />}
        {hooks?.length === 0 && <NoHooks />}
        {hooks && hooks.length > 0 && <Found hooks={hooks} />}
      </Scroll>
    </Screen>
  )
}

function Found({ hooks }: { hooks: HookObject[] }) {
  const { find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const found = useFoundHooks(hooks, find)
  return (
    <>
      <div className="flex items-center gap-3 px-4 py-3">
        <SearchField
          label="Find by title, channel or creator"
          value={find}
          onChange={find => void navigate({ search: find ? { find } : {}, replace: true })}
        />
        <p role="status" className="ml-auto shrink-0 text-sm text-quiet tabular-nums">
          {find ? `${found.length} of ${hooks.length}` : `${hooks.length} in all`}
        </p>
      </div>
      {found.length > 0 ? (
        <HookTable hooks={found} />
      ) : (
        <EmptyState title={`No webhook has “${find}” in it`}>
          <p>Titles, descriptions, channels and creators are searched.</p>
        </EmptyState>
      )}
    </>
  )
}

function NewHookLink() {
  const { name: team } = useTeam()
  return (
    <Link to="/$team/integrations/incoming/new" params={{ team }} className={buttonClasses('primary')}>
      <Icon name="plus" />
      <span>
        New<span className="max-md:sr-only"> webhook</span>
      </span>
    </Link>
  )
}

function NoHooks() {
  return (
    <EmptyState icon="webhook" title="No webhooks yet" actions={<NewHookLink />}>
      <p>
        A webhook is an address that a program posts to: Grafana, a build, a script of five lines. What it
        sends becomes a message in a channel.
      </p>
    </EmptyState>
  )
}

/** Members cannot make hooks here: why, and whom to ask, in the server's words. */
function OnlyAdmins({ error }: { error: unknown }) {
  const { title, detail } = messageOf(error)
  return (
    <EmptyState icon="lock" title="Administrators manage the webhooks here">
      <p>{title}</p>
      {detail && <p>{detail}</p>}
    </EmptyState>
  )
}
