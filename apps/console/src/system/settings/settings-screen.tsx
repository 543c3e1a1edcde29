import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../data/admin/settings.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { RecentChanges } from '../recent-changes.js'
import { PartsForm } from './parts-form.js'
import { namesIn, type SettingPart } from './setting-parts.js'

type SettingsScreenProps = {
  title: string
  about: string
  parts: SettingPart[]
  /** Settings that `children` change. */
  moreNames?: string[]
  children?: ReactNode
}

/** A screen of settings, with their recent changes. */
export function SettingsScreen({ title, about, parts, moreNames = [], children }: SettingsScreenProps) {
  const { data, error, refetch } = useQuery(settingsQuery)
  usePageTitle(title, 'System console')
  return (
    <Screen title={title} about={about}>
      <Scroll>
        {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the settings" />)}
        {data && (
          <div className="flex flex-auto flex-col lg:flex-row">
            <div className="min-w-0 flex-auto">
              <PartsForm settings={data} parts={parts} />
              {children}
            </div>
            <RecentChanges names={[...namesIn(parts), ...moreNames]} />
          </div>
        )}
      </Scroll>
    </Screen>
  )
}
