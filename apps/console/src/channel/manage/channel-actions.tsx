import type { ChannelObject } from '@posthorn/contract'
import { Suspense, useState } from 'react'
import { firstChannelName } from '../../data/channels.js'
import { lazyPart } from '../../data/client/until-loaded.js'
import { useMe } from '../../data/session.js'
import { otherUserId } from '../../data/users.js'
import { formatCount } from '../../format/amount.js'
import { formatNumber } from '../../format/locale.js'
import { PresenceInWords } from '../../people/presence.js'
import { Opening } from '../../server/states.js'
import { iconButtonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js'
import type { ChannelStats } from '../use-channel-stats.js'
import type { ChannelTask } from './channel-task.js'

const ChannelDialog = lazyPart(() => import('./channel-dialog.js'), 'ChannelDialog')

type ChannelActionsProps = { channel: ChannelObject; stats: ChannelStats; title: string }

/** The buttons in a channel's header: its members, and a menu for everything else. */
export function ChannelActions({ channel, stats, title }: ChannelActionsProps) {
  const [task, setTask] = useState<ChannelTask>()
  const me = useMe()
  const isDirect = channel.type === 'D'
  return (
    <>
      {isDirect && <PresenceInWords user={otherUserId(channel.name, me.id)} />}
      {!isDirect && <MembersButton stats={stats} onClick={() => setTask('members')} />}
      <Menu label="Channel menu" className={iconButtonClasses()} trigger={<Icon name="dots" />}>
        <MenuItem icon="bell" onSelect={() => setTask('notifications')}>
          Notifications
        </MenuItem>
        {!isDirect && (
          <MenuItem icon="settings" onSelect={() => setTask('edit')}>
            Name and purpose
          </MenuItem>
        )}
        {!isDirect && (
          <MenuItem icon="trash" onSelect={() => setTask('retention')}>
            Old posts
          </MenuItem>
        )}
        {!isDirect && channel.name !== firstChannelName && <Endings onSelect={setTask} />}
      </Menu>
      <Suspense fallback={<Opening onClose={() => setTask(undefined)} />}>
        {task && <ChannelDialog {...{ channel, title, task }} onClose={() => setTask(undefined)} />}
      </Suspense>
    </>
  )
}

/** Shows the number of members, and opens their list. */
function MembersButton({ stats, onClick }: Pick<ChannelActionsProps, 'stats'> & { onClick: () => void }) {
  const label = stats ? `Members: ${formatNumber(stats.member_count)}` : 'Members'
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={onClick}
      className={iconButtonClasses('w-auto! min-w-8 gap-1 px-2 text-sm tabular-nums')}
    >
      <Icon name="users" />
      {stats && formatCount(stats.member_count)}
    </button>
  )
}

/** Nobody can leave or archive the first channel or a direct one. */
function Endings({ onSelect }: { onSelect: (task: ChannelTask) => void }) {
  return (
    <>
      <MenuLine />
      <MenuItem icon="log-out" onSelect={() => onSelect('leave')}>
        Leave channel
      </MenuItem>
      <MenuItem icon="box" danger onSelect={() => onSelect('archive')}>
        Archive channel
      </MenuItem>
    </>
  )
}
