const anyKey = "loopback-key";

/** How a program is led to the model on loopback: variables, and files below a home of its own (path to text). */
export interface LoopbackSetup {
  readonly env: Readonly<Record<string, string>>;
  readonly home: Readonly<Record<string, string>>;
  /** What to give as the model's name; null: the program's own. */
  readonly model: string | null;
}

const codexConfig = (url: string): string => `model = "loopback"
model_provider = "loopback"
check_for_update_on_startup = false
[model_providers.loopback]
name = "loopback"
base_url = "${url}/v1"
env_key = "RALPH_LOOPBACK_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;

const geminiSettings = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};

const openCodeConfig = (url: string, key: string) => ({
  provider: {
    loopback: {
      npm: "@ai-sdk/openai-compatible",
      name: "loopback",
      options: { baseURL: `${url}/v1`, apiKey: key },
      models: {
        loopback: { name: "loopback", tool_call: true, limit: { context: 128_000, output: 8192 } },
      },
    },
  },
  model: "loopback/loopback",
  small_model: "loopback/loopback",
  autoupdate: false,
  share: "disabled",
});

const piModels = (url: string, key: string) => ({
  providers: {
    loopback: {
      baseUrl: url,
      api: "anthropic-messages",
      apiKey: key,
      models: [
        {
          id: "loopback",
          name: "loopback",
          reasoning: false,
          input: ["text"],
          contextWindow: 128_000,
          maxTokens: 8192,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    },
  },
});

/** Leads one program to the model at `url`, which has no path, with a key that any model on loopback takes. */
export type SetUpLoopback = (url: string, key?: string) => LoopbackSetup;

/** The agent programs that can be led there, with how. */
export const loopbackSetups: Readonly<Record<string, SetUpLoopback>> = {
  claude: (url, key = anyKey) => ({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }, home: {}, model: null }),
  codex: (url, key = anyKey) => ({
    env: { RALPH_LOOPBACK_API_KEY: key },
    home: { ".codex/config.toml": codexConfig(url) },
    model: null,
  }),
  gemini: (url, key = anyKey) => ({
    env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url },
    home: { ".gemini/settings.json": JSON.stringify(geminiSettings) },
    model: "gemini-2.5-flash",
  }),
  qwen: (url, key = anyKey) => ({
    env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "loopback" },
    home: { ".qwen/settings.json": JSON.stringify({ security: { auth: { selectedType: "openai" } }, $version: 4 }) },
    model: null,
  }),
  copilot: (url, key = anyKey) => ({
    env: {
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: "loopback",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    },
    home: {},
    model: null,
  }),
  opencode: (url, key = anyKey) => ({
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    },
    home: { ".config/opencode/opencode.json": JSON.stringify(openCodeConfig(url, key)) },
    model: "loopback/loopback",
  }),
  pi: (url, key = anyKey) => ({
    env: { PI_OFFLINE: "1" },
    home: { ".pi/agent/models.json": JSON.stringify(piModels(url, key)) },
    model: "loopback/loopback",
  }),
};
