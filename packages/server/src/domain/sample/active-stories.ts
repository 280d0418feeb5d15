import { edit, prompt, read, reply, type Story, shell, think, write } from './story.ts';

/** Sessions that are still open: their agents wait for what comes next. */

export const search: Story = {
  name: 'search',
  agentId: 'claude-code',
  repo: 'lantern-shop',
  branch: 'feat/search-suggestions',
  hoursAgo: 2,
  pace: 40,
  end: 'active',
  steps: [
    prompt('Suggest products while somebody types in the search field. At most one request every 200 ms.'),
    think('A debounced input, an abortable request, keyboard navigation in the list.'),
    read('src/search/Field.tsx', 'export const Field = () => <input name="q" type="search" />;\n'),
    write(
      'src/search/useSuggestions.ts',
      'export function useSuggestions(text: string) {\n  const [found, setFound] = useState<Product[]>([]);\n  useEffect(() => {\n    const abort = new AbortController();\n    const timer = setTimeout(() => suggest(text, abort.signal).then(setFound), 200);\n    return () => {\n      clearTimeout(timer);\n      abort.abort();\n    };\n  }, [text]);\n  return found;\n}\n',
    ),
    shell('npx tsc --noEmit', ''),
    edit(
      'src/search/Field.tsx',
      '<input name="q" type="search" />',
      '<Combobox name="q" options={useSuggestions(text)} />',
    ),
    shell('npm test -- search', 'Tests: 9 passed, 9 total'),
    reply(
      'Suggestions come 200 ms after the last key, and a newer request cancels the older one. Shall I add the arrow keys next?',
    ),
    prompt('Yes, and close the list on Escape.'),
  ],
};

export const metrics: Story = {
  name: 'metrics',
  agentId: 'codex',
  repo: 'orders-api',
  branch: 'feat/metrics',
  hoursAgo: 0.4,
  pace: 30,
  end: 'active',
  steps: [
    prompt('Expose request counts and latencies for Prometheus.'),
    shell('pip show prometheus-client', 'Name: prometheus_client\nVersion: 0.22.1'),
    write(
      'src/metrics.py',
      'from prometheus_client import Counter, Histogram\n\nrequests = Counter("requests_total", "Requests", ["route", "status"])\nlatency = Histogram("request_seconds", "Time to answer", ["route"])\n',
    ),
    edit('src/app.py', 'app = FastAPI()', 'app = FastAPI()\napp.middleware("http")(measure)'),
    shell('pytest -q', '17 passed in 2.9s'),
  ],
};
