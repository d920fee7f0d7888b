/** How a program is led to the model on loopback: variables, and files below a home of its own (path to text). */
export interface LoopbackSetup {
  readonly env: Readonly<Record<string, string>>;
  readonly home: Readonly<Record<string, string>>;
  /** What to give as the model's name; null: the program's own. */
  readonly model: string | null;
}

const key = "loopback-key";

const codexConfig = (url: string): string => `model = "loopback"
model_provider = "loopback"
check_for_update_on_startup = false
[model_providers.loopback]
name = "loopback"
base_url = "${url}/v1"
env_key = "RALPH_LOOPBACK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;

const geminiSettings = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};

const openCodeConfig = (url: string) => ({
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

const piModels = (url: string) => ({
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

/** The agent programs that can be led there, with how. `url` has no path. */
export const loopbackSetups: Readonly<Record<string, (url: string) => LoopbackSetup>> = {
  claude: (url) => ({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }, home: {}, model: null }),
  codex: (url) => ({
    env: { RALPH_LOOPBACK_KEY: key },
    home: { ".codex/config.toml": codexConfig(url) },
    model: null,
  }),
  gemini: (url) => ({
    env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url },
    home: { ".gemini/settings.json": JSON.stringify(geminiSettings) },
    model: "gemini-2.5-flash",
  }),
  qwen: (url) => ({
    env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "loopback" },
    home: { ".qwen/settings.json": JSON.stringify({ security: { auth: { selectedType: "openai" } }, $version: 4 }) },
    model: null,
  }),
  copilot: (url) => ({
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
  opencode: (url) => ({
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    },
    home: { ".config/opencode/opencode.json": JSON.stringify(openCodeConfig(url)) },
    model: "loopback/loopback",
  }),
  pi: (url) => ({
    env: { PI_OFFLINE: "1" },
    home: { ".pi/agent/models.json": JSON.stringify(piModels(url)) },
    model: "loopback/loopback",
  }),
};
