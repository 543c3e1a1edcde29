import { useSearch } from '@tanstack/react-router'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { Counted, Now } from '../../pipeline/now.js'
import { Processes } from '../../pipeline/processes.js'

/** The first screen after an alert: problems, since when, what to do, and the figures. */
export function PipelineScreen() {
  const { range = 'hour' } = useSearch({ from: '/admin/pipeline' })
  usePageTitle('Pipeline', 'System console')
  return (
    <Screen title="Pipeline" about="Calls, deliveries, posts and problems">
      <Scroll>
        <div className="flex flex-col gap-8 p-4">
          <Now />
          <Counted range={range} />
          <Processes />
        </div>
      </Scroll>
    </Screen>
  )
}
