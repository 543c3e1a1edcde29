import type { HookInTeam, HookOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hookTitle } from '../../data/hooks.js'
import { formatNumber } from '../../format/locale.js'
import { Badge } from '../../ui/badge.js'
import { classes } from '../../ui/classes.js'
import { Icon } from '../../ui/icon.js'
import { rowLinkClasses } from '../../ui/list.js'
import { type Column, DataTable } from '../../ui/rows/data-table.js'
import { Time } from '../../ui/time.js'
import { FailureRate, failedWords, HookActions, HookBadges, LastDay } from './hook-row-parts.js'

/** A row's height in pixels: a title and a description. */
const rowPx = 57

type HookTableProps = {
  label: string
  hooks: HookInTeam[]
  total: number
  /** Adds the team and the actions of administrators. */
  ofAllTeams?: boolean
}

/** A table of hooks. It stacks columns below the title as soon as its own width leaves the title too little room. */
export function HookTable({ label, hooks, total, ofAllTeams = false }: HookTableProps) {
  const columns = hookColumns[ofAllTeams ? 'ofAllTeams' : 'ofTeam']
  return <DataTable label={label} items={hooks} keyOf={keyOf} columns={columns} rowPx={rowPx} total={total} />
}

const keyOf = ({ id }: HookInTeam) => id

type HookColumn = Column<HookInTeam>

/**
 * The widths of columns, and the width of the list from which on they appear. Until then, their content is stacked below the
 * title. Written out, because Tailwind looks for whole class names.
 */
const widths = {
  team: { col: 'w-40 hidden @5xl:table-column', cell: 'hidden @5xl:table-cell', until: '@5xl:hidden' },
  channel: {
    col: 'w-40 @5xl:w-48 hidden @3xl:table-column',
    cell: 'hidden @3xl:table-cell',
    until: '@3xl:hidden',
  },
  channelOfAll: {
    col: 'w-40 @5xl:w-48 hidden @4xl:table-column',
    cell: 'hidden @4xl:table-cell',
    until: '@4xl:hidden',
  },
  creator: { col: 'w-32 hidden @6xl:table-column', cell: 'hidden @6xl:table-cell', until: '@6xl:hidden' },
  count: { col: 'w-24 hidden @lg:table-column', cell: 'hidden @lg:table-cell', until: '@lg:hidden' },
  day: { col: 'w-32 hidden @4xl:table-column', cell: 'hidden @4xl:table-cell', until: '@4xl:hidden' },
  dayOfAll: { col: 'w-32 hidden @7xl:table-column', cell: 'hidden @7xl:table-cell', until: '@7xl:hidden' },
  lastUsed: { col: 'w-36 hidden @3xl:table-column', cell: 'hidden @3xl:table-cell', until: '@3xl:hidden' },
} as const

/** Columns have room later in lists that also have columns for teams and actions. */
const dayWidths = (ofAllTeams: boolean) => widths[ofAllTeams ? 'dayOfAll' : 'day']
const channelWidths = (ofAllTeams: boolean) => widths[ofAllTeams ? 'channelOfAll' : 'channel']

const team: HookColumn = {
  head: 'Team',
  ...placed(widths.team),
  whole: ({ team }) => team.display_name,
  children: ({ team }) => team.display_name,
}

const creator: HookColumn = {
  head: 'Created by',
  ...placed(widths.creator),
  whole: ({ creator }) => creator.username,
  children: ({ creator }) => creator.username,
}

const posted = countColumn('Posted', ({ posted_last_day: count }) => (
  <span className={count ? '' : 'text-quiet'}>{formatNumber(count)}</span>
))

const rejected = countColumn('Rejected', hook => (
  <span className={hook.rejected_last_day ? 'text-bad' : 'text-quiet'}>
    {formatNumber(hook.rejected_last_day)}
    <span className="block text-sm empty:hidden">
      <FailureRate hook={hook} />
    </span>
  </span>
))

const lastUsed: HookColumn = {
  head: 'Last used',
  ...placed(widths.lastUsed, 'whitespace-nowrap text-quiet'),
  children: hook => <HookLastUsed hook={hook} />,
}

const actions: HookColumn = {
  head: <span className="sr-only">Actions</span>,
  col: 'w-14',
  cell: 'py-1! pr-3! pl-0!',
  children: hook => hook.delete_at === 0 && <HookActions hook={hook} />,
}

/** The columns of a team's list, and of the list of all teams. */
const hookColumns = {
  ofTeam: [title(false), channel(false), creator, posted, rejected, day(false), lastUsed],
  ofAllTeams: [title(true), team, channel(true), creator, posted, rejected, day(true), lastUsed, actions],
}

function placed({ col, cell }: { col: string; cell: string }, looks = '') {
  return { col, cell: `${cell} ${looks}` }
}

function title(ofAllTeams: boolean): HookColumn {
  return {
    head: 'Webhook',
    children: hook => (
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-auto">
          <HookName hook={hook} team={hook.team.name} />
          <Stacked hook={hook} ofAllTeams={ofAllTeams} />
        </div>
        {hook.delivered_last_day > 0 && (
          <span className={`shrink-0 ${dayWidths(ofAllTeams).until}`}>
            <LastDay hook={hook} className="h-6 w-16" />
          </span>
        )}
      </div>
    ),
  }
}

function channel(ofAllTeams: boolean): HookColumn {
  return {
    head: 'Channel',
    ...placed(channelWidths(ofAllTeams)),
    children: hook => <HookChannel hook={hook} />,
  }
}

function countColumn(words: string, children: (hook: HookInTeam) => ReactNode): HookColumn {
  return {
    head: (
      <>
        {words} <span className="sr-only">in the last 24 hours</span>
      </>
    ),
    about: 'In the last 24 hours',
    ...placed(widths.count, 'text-right! tabular-nums'),
    children,
  }
}

function day(ofAllTeams: boolean): HookColumn {
  return {
    head: 'Last 24 hours',
    ...placed(dayWidths(ofAllTeams)),
    children: hook => <LastDay hook={hook} />,
  }
}

/** The columns that have no room next to the title. */
function Stacked({ hook, ofAllTeams }: { hook: HookInTeam; ofAllTeams: boolean }) {
  const { team, rejected_last_day } = hook
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
      {ofAllTeams && <span className={widths.team.until}>{team.display_name}</span>}
      <span className={`max-w-full ${channelWidths(ofAllTeams).until}`}>
        <HookChannel hook={hook} />
      </span>
      <span className={widths.lastUsed.until}>
        <HookLastUsed hook={hook} />
      </span>
      {rejected_last_day > 0 && (
        <span className={`text-bad ${widths.count.until}`}>
          {formatNumber(rejected_last_day)} rejected in the last 24 hours (<FailureRate hook={hook} />)
        </span>
      )}
    </p>
  )
}

/** A hook's title. A hook that was deleted with its channel has no page until the channel is restored. `team` is the URL name. */
function HookName({ hook, team }: { hook: HookOverview; team: string }) {
  const isGone = hook.delete_at > 0
  const about = isGone
    ? 'It comes back when its channel is restored.'
    : hook.failing?.message || hook.description
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        {isGone ? (
          <span className="font-medium text-quiet">{hookTitle(hook)}</span>
        ) : (
          <Link
            data-row
            to="/$team/integrations/incoming/$hook"
            params={{ team, hook: hook.id }}
            dir="auto"
            className={`font-medium ${rowLinkClasses}`}
          >
            {hookTitle(hook)}
          </Link>
        )}
        {hook.failing && (
          <Badge look="bad" title={failedWords(hook.rejected_last_day, hook.delivered_last_day)}>
            Failing
          </Badge>
        )}
        <HookBadges hook={hook} />
        {hook.channel.delete_at > 0 && <Badge look="warn">Channel archived</Badge>}
      </div>
      {about && (
        <p
          title={about}
          dir="auto"
          className={classes(
            'text-left text-sm',
            hook.failing ? 'line-clamp-2 text-bad' : 'truncate text-quiet @max-lg:hidden',
          )}
        >
          {about}
        </p>
      )}
    </>
  )
}

/** A hook's default channel, without its name if the user may not read it. */
function HookChannel({ hook: { channel } }: { hook: HookOverview }) {
  if (channel.name === '') return <span className="text-quiet">a private channel</span>
  const name = channel.display_name || channel.name
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 align-bottom">
      <Icon name={channel.type === 'P' ? 'lock' : 'hash'} className="size-3.5 text-quiet" />
      <span dir="auto" className="truncate" title={name}>
        {name}
      </span>
    </span>
  )
}

/** When a hook was last used. */
function HookLastUsed({ hook: { last_used_at } }: { hook: HookOverview }) {
  return last_used_at ? <Time at={last_used_at} form="ago" /> : <>never used</>
}
