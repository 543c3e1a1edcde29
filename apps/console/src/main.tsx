import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { lazyPart } from './data/client/until-loaded.js'
import { applyTheme } from './ui/theme.js'
import './styles/index.css'

const ConsentApp = lazyPart(() => import('./consent/authorize.js'), 'ConsentApp')

applyTheme()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    {location.pathname === '/oauth/authorize' ? (
      <Suspense>
        <ConsentApp />
      </Suspense>
    ) : (
      <App />
    )}
  </StrictMode>,
)
