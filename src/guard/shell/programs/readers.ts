/** Programs whose words are never commands: what looks like one there is text, a package, a name to search for. */
export const readers: ReadonlySet<string> = new Set(
  `
  : true false test [ [[ echo printf cat bat tac nl head tail less more wc cut paste column fold fmt tr rev seq expr bc factor
  grep egrep fgrep rg ag ack zgrep look comm join diff cmp colordiff delta ls ll dir tree exa eza stat file readlink realpath
  basename dirname pwd cd pushd popd dirs which whereis type hash help man apropos info whatis date cal sleep wait jobs fg bg
  id whoami who w groups hostname uname arch nproc uptime free df du lsof ps pgrep pstree top htop env printenv set unset
  export declare typeset local readonly shift getopts read mapfile readarray return exit break continue logout umask ulimit
  times history fc alias unalias shopt setopt unsetopt enable bind complete compgen compopt trap source . eval let kill pkill
  killall md5sum sha1sum sha256sum sha512sum shasum cksum b2sum base64 base32 xxd od hexdump strings jq yq xmllint tput clear
  reset tty stty ping host dig nslookup curl wget http https nc ssh-add ssh-agent gpg gh glab hub git hg svn
  npm pnpm yarn bun uv poetry pipenv pdm hatch rye pixi conda mamba bundle rbenv pyenv nodenv asdf volta fnm corepack
  pip pip3 apt apt-get apt-cache apk dnf yum brew port pacman zypper snap cargo rustup go gem composer mvn gradle
  gradlew dotnet mix rebar3 stack cabal opam cpan cpanm luarocks swift xcodebuild flutter dart terraform make gmake ninja
  bazel buck just task pytest mypy ruff black isort flake8 pylint eslint prettier tsc vitest jest mocha ava
  playwright cypress vite webpack rollup rolldown esbuild tsup oxlint oxfmt knip biome turbo ralph tar bsdtar unzip
  gzip zip 7z cpio zcat bzcat xzcat column pr expand unexpand numfmt shuf yes code open xdg-open psql mysql sqlite3 redis-cli
  mongosh systemctl journalctl service dpkg rpm ldd nm objdump readelf size find fd apply_patch
  `
    .trim()
    .split(/\s+/),
);
