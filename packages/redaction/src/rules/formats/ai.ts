import { looksRandom } from '../../judge.ts';
import { prefixed, type Rule } from '../../rule.ts';
import { ALNUM, END, HEX, WORD } from './piece.ts';

/** Models and what serves them. */
export const aiFormats: readonly Rule[] = [
  prefixed('anthropic', 'sk-ant-', `[a-z]{3,8}\\d\\d-${WORD}{20,200}`),
  // Keys of the many services that copied the `sk-` shape (OpenRouter, DeepSeek, Langfuse, Helicone …) as well.
  prefixed('openai', 'sk-', `(?:[a-z0-9]{2,10}-){0,2}${WORD}{20,200}`, looksRandom),
  prefixed('google-api', 'AIza', `${WORD}{35}`),
  prefixed('google-oauth', 'GOCSPX-', `${WORD}{20,40}`),
  prefixed('google-oauth', 'ya29.', `${WORD}{20,400}`),
  prefixed('google-oauth', '1//0', `${WORD}{40,120}`),
  prefixed('perplexity', 'pplx-', `${ALNUM}{32,64}${END}`),
  prefixed('xai', 'xai-', `${ALNUM}{60,100}${END}`),
  prefixed('replicate', 'r8_', `${ALNUM}{30,45}${END}`),
  prefixed('huggingface', ['hf_', 'api_org_'], `${ALNUM}{30,45}${END}`),
  prefixed('langsmith', ['lsv2_pt_', 'lsv2_sk_'], `${HEX}{32}_${HEX}{10}`),
  prefixed('fireworks', 'fw_', `${ALNUM}{22,30}${END}`, looksRandom),
  prefixed('together', 'tgp_v1_', `${WORD}{40,50}`),
  prefixed('elevenlabs', 'sk_', `${HEX}{48}${END}`),
  prefixed('nvidia', 'nvapi-', `${WORD}{50,80}`),
  prefixed('cerebras', 'csk-', `[a-z0-9]{40,60}${END}`),
  prefixed('tavily', 'tvly-', `(?:dev-|prod-)?${ALNUM}{28,48}${END}`),
  prefixed('firecrawl', 'fc-', `${HEX}{32}${END}`),
  prefixed('pinecone', 'pcsk_', `${ALNUM}{4,8}_${ALNUM}{50,80}${END}`),
  prefixed('openai', 'sess-', `${ALNUM}{40}${END}`),
  prefixed('google-api', 'AQ.Ab', `${WORD}{40,120}`),
  prefixed('groq', 'gsk_', `${ALNUM}{40,60}${END}`),
  prefixed('jina', 'jina_', `${WORD}{40,80}`, looksRandom),
  prefixed('e2b', 'e2b_', `${HEX}{40}${END}`),
  prefixed('browserbase', ['bb_live_', 'bb_test_'], `${WORD}{20,60}`, looksRandom),
  prefixed('anyscale', 'esecret_', `[a-z0-9]{20,60}${END}`, looksRandom),
  prefixed('cursor', ['key_', 'crsr_'], `${HEX}{64}${END}`),
  prefixed('wandb', 'wandb_v1_', `${WORD}{40,120}`),
  prefixed('bedrock', 'ABSK', '[A-Za-z0-9+/]{60,400}={0,2}'),
  prefixed('bedrock', 'bedrock-api-key-', '[A-Za-z0-9+/=_-]{60,4000}'),
];
