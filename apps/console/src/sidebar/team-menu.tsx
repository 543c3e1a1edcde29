import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useIsSystemAdmin, useMe } from '../data/session.js'
import { teamsQuery, useTeam } from '../data/teams.js'
import { Avatar } from '../ui/avatar.js'
import { Icon } from '../ui/icon.js'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../ui/menu.js'
import { chooseTheme, chosenTheme, type Theme } from '../ui/theme.js'
import { toast } from '../ui/toast.js'

/** The top of the sidebar: the team, the user, and their menu. */
export function TeamMenu() {
  const team = useTeam()
  const me = useMe()
  const navigate = useNavigate()
  const isSystemAdmin = useIsSystemAdmin()
  const { data: teams = [] } = useQuery(teamsQuery)
  const others = teams.filter(({ id }) => id !== team.id)
  return (
    <div className="p-2 pb-0">
      <Menu
        className="flex h-10 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        trigger={
          <>
            <Avatar name={team.display_name} size="sm" />
            <span dir="auto" className="min-w-0 flex-auto truncate font-semibold">
              {team.display_name}
            </span>
            <Icon name="chevron-down" className="size-4 text-quiet" />
          </>
        }
      >
        <MenuHeading>Logged in as {me.username}</MenuHeading>
        {others.map(({ id, name, display_name }) => (
          <MenuItem
            key={id}
            icon="users"
            onSelect={() => void navigate({ to: '/$team', params: { team: name } })}
          >
            {display_name}
          </MenuItem>
        ))}
        {others.length > 0 && <MenuLine />}
        <MenuItem
          icon="person"
          onSelect={() => void navigate({ to: '/$team/account', params: { team: team.name } })}
        >
          My account
        </MenuItem>
        {isSystemAdmin && (
          <MenuItem icon="settings" onSelect={() => void navigate({ to: '/admin' })}>
            System console
          </MenuItem>
        )}
        <ThemeItem />
        <LogOutItem />
      </Menu>
    </div>
  )
}

const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const themeWords: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' }

function ThemeItem() {
  const [theme, setTheme] = useState(chosenTheme)
  const next = nextTheme[theme]
  const choose = () => {
    chooseTheme(next)
    setTheme(next)
    toast(`Theme: ${themeWords[next]}`)
  }
  return (
    <MenuItem icon={theme === 'dark' ? 'moon' : 'sun'} onSelect={choose}>
      Theme: {themeWords[theme]}
    </MenuItem>
  )
}

function LogOutItem() {
  const client = useQueryClient()
  const logOut = async () => {
    await api.logout()
    client.clear()
    location.assign('/')
  }
  return (
    <MenuItem icon="log-out" onSelect={logOut}>
      Log out
    </MenuItem>
  )
}
