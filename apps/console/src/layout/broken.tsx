import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

/** In the place of a screen that broke. What was not foreseen is a mistake of ours: its words are there for the report. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <div role="alert" className="flex flex-auto overflow-auto">
      <EmptyState
        icon="warning"
        title="This screen broke"
        actions={
          <>
            <Button look="primary" onClick={() => location.reload()}>
              Load it again
            </Button>
            <Button onClick={reset}>Go on without</Button>
          </>
        }
      >
        <p>It is not your doing. If it happens again, tell those who run this server:</p>
        <code className="rounded-md bg-well px-2 py-1 text-left font-mono text-sm text-text">
          {error instanceof Error ? error.message : String(error)}
        </code>
      </EmptyState>
    </div>
  )
}
