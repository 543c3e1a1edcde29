import type { AuditEntryObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { Fragment, useId, useState } from 'react'
import { hookTitle } from '../../data/hooks.js'
import { lastTeam } from '../../layout/last-places.js'
import { Badge } from '../../ui/badge.js'
import { ListRows } from '../../ui/rows/list-rows.js'
import { Time } from '../../ui/time.js'
import { namesIn, peopleParts, storageParts } from '../settings/setting-parts.js'
import { integrationSwitches } from '../switches-form.js'
import { aboutOneself, auditSentence } from './audit-sentence.js'
import { fieldWords, valueWords } from './audit-words.js'

/** A row's height in pixels. */
const rowPx = 37

const keyOf = ({ id }: AuditEntryObject) => id

/** `isWhole` is false if more entries can be loaded. */
type AuditListProps = { entries: AuditEntryObject[]; label: string; isWhole?: boolean }

/** Audit entries, newest first: a sentence each, with details on demand. */
export function AuditList({ entries, label, isWhole = true }: AuditListProps) {
  return (
    <ListRows aria-label={label} items={entries} keyOf={keyOf} rowPx={rowPx} total={isWhole ? undefined : -1}>
      {entry => <Entry entry={entry} />}
    </ListRows>
  )
}

function Entry({ entry }: { entry: AuditEntryObject }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="flex flex-col gap-2 px-4 py-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <EntrySentence entry={entry} />
        {!entry.done && <Badge look="warn">May not have completed</Badge>}
        <span className="text-sm text-quiet">
          <Time at={entry.create_at} form="seconds" />
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="rounded-sm text-sm text-accent hover:underline"
        >
          Details
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        <EntryDetails entry={entry} />
      </div>
    </div>
  )
}

function EntrySentence({ entry }: { entry: AuditEntryObject }) {
  const { user } = entry
  const target = named(entry.target)
  const [does, then] = auditSentence(entry)
  const hasTarget = target.name !== '' && target.name !== user?.username
  return (
    <p className="min-w-0 flex-auto basis-72">
      {user ? (
        <Link to="/admin/users/$user" params={{ user: user.id }} className={auditLinkClasses}>
          {user.username}
        </Link>
      ) : (
        'Somebody who was not logged in'
      )}{' '}
      {hasTarget ? does : aboutOneself(does)} {hasTarget && <AuditTargetName target={target} />}{' '}
      {hasTarget && then}
    </p>
  )
}

/** Hooks may have no title. */
function named(target: AuditEntryObject['target']): AuditEntryObject['target'] {
  return target.type === 'hook' ? { ...target, name: hookTitle({ display_name: target.name }) } : target
}

function EntryDetails({ entry }: { entry: AuditEntryObject }) {
  const { before, after, address, target, user } = entry
  return (
    <div className="flex flex-col gap-2 pb-1">
      <AuditChanges before={before} after={after} />
      <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
        <span>from {address}</span>
        {target.id !== '' && (
          <Link
            to="/admin/audit"
            search={{ target: target.type, target_id: target.id }}
            className="text-accent hover:underline"
          >
            All changes to this object
          </Link>
        )}
        {user && (
          <Link to="/admin/audit" search={{ user: user.username }} className="text-accent hover:underline">
            All changes by {user.username}
          </Link>
        )}
      </p>
    </div>
  )
}

type State = AuditEntryObject['before']

/** What changed: before → after. For created and deleted things, the recorded values, collapsed. */
function AuditChanges({ before, after }: Pick<AuditEntryObject, 'before' | 'after'>) {
  const names = Object.keys(after ?? before ?? {})
  if (names.length === 0) return null
  const list = (
    <dl className="flex flex-col gap-1 text-sm">
      {names.map(name => (
        <Change key={name} name={name} before={before} after={after} />
      ))}
    </dl>
  )
  if (before && after) return list
  return (
    <details className="text-sm">
      <summary className="w-fit text-quiet">{before ? 'Final values' : 'Initial values'}</summary>
      <div className="pt-1">{list}</div>
    </details>
  )
}

function Change({ name, before, after }: { name: string; before: State; after: State }) {
  const hasBefore = before !== null && Object.hasOwn(before, name)
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-quiet" title={name}>
        {fieldWords(name)}
      </dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {hasBefore && (
          <span className={after ? 'text-quiet line-through' : ''}>{valueWords(before[name])}</span>
        )}
        {hasBefore && after && <span className="sr-only">changed to</span>}
        {hasBefore && after && <span aria-hidden="true">→</span>}
        {after && <span className="font-medium">{valueWords(after[name])}</span>}
      </dd>
    </div>
  )
}

type Target = AuditEntryObject['target']

/** Looks like the sentence around it, with a line that says that it leads somewhere. */
const auditLinkClasses = 'font-medium underline decoration-edge underline-offset-2 hover:decoration-current'

/** The object of an entry, with a link to its page if there is one. */
function AuditTargetName({ target: { type, id, name, place } }: { target: Target }) {
  switch (type) {
    case 'user':
      return (
        <Link to="/admin/users/$user" params={{ user: id }} className={auditLinkClasses}>
          {name}
        </Link>
      )
    case 'team':
      return (
        <Link to="/admin/teams/$team" params={{ team: id }} className={auditLinkClasses}>
          {name}
        </Link>
      )
    case 'team_member':
      return <MemberLink id={id} name={name} />
    case 'hook':
      if (!place) return <Unlinked name={name} />
      return (
        <Link
          to="/$team/integrations/incoming/$hook"
          params={{ team: place.team, hook: id }}
          className={auditLinkClasses}
        >
          {name}
        </Link>
      )
    case 'channel':
      if (!place) return <Unlinked name={name} />
      return (
        <Link
          to="/$team/channels/$channel"
          params={{ team: place.team, channel: place.channel }}
          className={auditLinkClasses}
        >
          {name}
        </Link>
      )
    case 'settings':
      return <SettingLinks names={name.split(', ')} />
    case 'app':
      return <AppLink id={id} name={name} />
    default:
      return <Unlinked name={name} />
  }
}

/** A name whose page is gone, or that has none. */
function Unlinked({ name }: { name: string }) {
  return <span className="font-medium">{name}</span>
}

/** A membership has no page, but its user has. Its id consists of those of team and user. */
function MemberLink({ id, name }: Pick<Target, 'id' | 'name'>) {
  const [, user = ''] = id.split('/')
  return (
    <Link to="/admin/users/$user" params={{ user }} className={auditLinkClasses}>
      {name}
    </Link>
  )
}

/** Settings, each with a link to its screen. */
function SettingLinks({ names }: { names: string[] }) {
  return names.map((name, at) => {
    const screen = screenOfSetting(name)
    return (
      <Fragment key={name}>
        {at > 0 && ', '}
        {screen ? (
          <Link to={screen} title={name} className={auditLinkClasses}>
            {fieldWords(name)}
          </Link>
        ) : (
          <Unlinked name={name} />
        )}
      </Fragment>
    )
  })
}

/** An application's page is in a team. */
function AppLink({ id, name }: Pick<Target, 'id' | 'name'>) {
  const team = lastTeam()
  if (team === '') return <Unlinked name={name} />
  return (
    <Link to="/$team/integrations/apps/$app" params={{ team, app: id }} className={auditLinkClasses}>
      {name}
    </Link>
  )
}

/** The settings of each screen of the system console. */
const settingsOf = {
  '/admin/integrations/custom': integrationSwitches.map(({ name }) => name),
  '/admin/people': namesIn(peopleParts),
  '/admin/storage': [...namesIn(storageParts), 'PostDays'],
  '/admin/limits': ['HookRate', 'ApiRate', 'MaximumLoginAttempts'],
} as const satisfies Record<string, readonly string[]>

type Screen = keyof typeof settingsOf

const screenOf = new Map<string, Screen>(
  Object.entries(settingsOf).flatMap(([screen, names]) => names.map(name => [name, screen as Screen])),
)

/** Returns the address of the screen with a setting; undefined for settings of newer servers. */
export function screenOfSetting(name: string): Screen | undefined {
  return screenOf.get(name)
}
