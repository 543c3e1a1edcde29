import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

/** For addresses that show nothing. */
export function NotFound() {
  return (
    <main className="flex flex-auto">
      <EmptyState
        title="There is nothing at this address"
        actions={
          <Link to="/" className={buttonClasses('primary')}>
            Go to your team
          </Link>
        }
      >
        <p>It may have been mistyped, or belong to something that was deleted.</p>
      </EmptyState>
    </main>
  )
}
