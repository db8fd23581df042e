"""A Hugging Face config.json as a model: dense, mixtures, MLA, windows, quantised weights.

Parameters are counted from the shape, as the architecture has them; nothing is downloaded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from viz.catalog.names import find
from viz.catalog.types import Catalog, Experts, Model, Sourced
from viz.errors import Fault, Place, VizError

MOST_BYTES: Final = 4_000_000  # a config.json is a few kB
_NEEDED: Final = ("num_hidden_layers", "hidden_size", "num_attention_heads", "vocab_size")
_MOST: Final = {"num_hidden_layers": 10_000, "hidden_size": 1_000_000, "vocab_size": 100_000_000}
# quantization_config.quant_method -> a format of assets/precisions.
_METHODS: Final = {
    "fp8": "fp8", "fbgemm_fp8": "fp8", "awq": "awq", "gptq": "gptq", "mxfp4": "mxfp4",
    "modelopt": "nvfp4", "nvfp4": "nvfp4", "bitsandbytes": "int4",
}  # fmt: skip
_COUNTS: Final = (
    "num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts",
)  # fmt: skip
_BIASED: Final = ("qwen2", "qwen2_moe", "gpt_oss")  # attention has biases, said by the type alone
_NORMED: Final = ("qwen3", "qwen3_moe", "gemma3", "gemma3_text", "olmo2")
_SANDWICH: Final = ("gemma2", "gemma3", "gemma3_text", "glm4")


def named_model(text: str, catalog: Catalog) -> tuple[Model, str]:
    """A model of the catalog, or of a config.json (or a folder that has one) if that is a path;
    and the format that its weights are published in, "" for 16 bit. Raises VizError."""
    path = Path(text)
    if text.endswith(".json") or "/" in text or "\\" in text:
        return model_from_config(path / "config.json" if path.is_dir() else path)
    if text not in catalog.models and (path / "config.json").is_file():
        return model_from_config(path / "config.json")
    return find(catalog.models, text, "model"), ""


def model_from_config(path: Path) -> tuple[Model, str]:
    """The model of a config.json. Raises VizError: what is wrong with the file, and where."""
    told = _read(path)
    place = Place(str(path))
    inner = told.get("text_config")
    if isinstance(inner, dict) and "num_hidden_layers" in inner:
        told = {**told, **inner}
    shape = _Config(told, place)
    for key in _NEEDED:
        if key not in told:
            raise VizError(_no_model(told, key, place))
    model = _counted(shape, path)
    return model, shape.format()


def _read(path: Path) -> dict[str, Any]:
    place = Place(str(path))
    try:
        if path.stat().st_size > MOST_BYTES:
            raise VizError(Fault("this is too large for a config.json", place))
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise VizError(Fault(f"there is no file {path}")) from None
    except OSError as error:
        raise VizError(Fault(f"{path} cannot be read: {error.strerror}")) from None
    except UnicodeDecodeError:
        raise VizError(Fault("this is not UTF-8, and no config.json", place)) from None
    if text.startswith("version https://git-lfs"):
        what = "this is a pointer to a large file, not the file"
        raise VizError(Fault(what, place, write="the file itself: git lfs pull"))
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        half = " (half a download?)" if line >= text.count("\n") else ""
        what = f"this is no JSON{half}: {getattr(error, 'msg', 'too deep')}"
        raise VizError(
            Fault(what, Place(str(path), line, column), write="the file again")
        ) from None
    if not isinstance(told, dict):
        raise VizError(
            Fault("a config.json has keys", place, write='{"num_hidden_layers": 32, ...}')
        )
    return told


def _no_model(told: Mapping[str, Any], key: str, place: Place) -> Fault:
    kind = str(told.get("model_type") or "") or ", ".join(map(str, told.get("architectures") or []))
    called = f" ('{kind[:60]}')" if kind else ""
    if any(name in told for name in _NEEDED):
        return Fault(f"the config lacks {key}{called}", place, write=f'"{key}": ...')
    what = f"this is not the config of a language model{called}: it has no {key}"
    return Fault(what, place, write="the config.json of a model that writes text")


@dataclass(frozen=True, slots=True)
class _Config:
    told: Mapping[str, Any]
    place: Place

    def whole(self, *names: str, default: int = 0) -> int:
        """A count: the first of the keys that is there and not null."""
        for name in names:
            value = self.told.get(name)
            if value is None:
                continue
            if isinstance(value, list) and value:
                value = max(value)
            right = isinstance(value, int | float) and not isinstance(value, bool)
            if not right or value != int(value) or not 0 <= value <= _MOST.get(name, 1_000_000_000):
                what = f"{name} is {str(value)[:40]!r}, and a whole number is wanted"
                raise VizError(Fault(what, self.place))
            if value == 0 and name in _NEEDED:
                raise VizError(Fault(f"{name} is 0", self.place, write="a number above 0"))
            return int(value)
        return default

    def flag(self, name: str, default: bool) -> bool:
        value = self.told.get(name)
        return default if value is None else bool(value)

    @property
    def kind(self) -> str:
        return str(self.told.get("model_type") or "")

    def format(self) -> str:
        found = self.told.get("quantization_config")
        if not isinstance(found, dict):
            return ""
        method = str(found.get("quant_method") or found.get("quant_algo") or "").lower()
        bits = found.get("bits")
        if method == "compressed-tensors":
            groups = found.get("config_groups")
            first: Any = next(iter(groups.values()), {}) if isinstance(groups, dict) else {}
            weights = first.get("weights") if isinstance(first, dict) else None
            bits = weights.get("num_bits") if isinstance(weights, dict) else None
            floats = isinstance(weights, dict) and weights.get("type") == "float"
            return {8: "fp8" if floats else "int8", 4: "nvfp4" if floats else "int4"}.get(
                bits or 0, ""
            )
        if method in {"gptq", "awq", "bitsandbytes"} and bits == 8:
            return "int8"
        name = _METHODS.get(method)
        if name is None:
            what = f"the weights are quantised by '{method[:40]}', which is not known"
            raise VizError(
                Fault(what, self.place, write="--format with one of 'viz list precisions'")
            )
        return name

    def windowed(self, layers: int) -> tuple[int, int]:
        """How long a window is, and how many layers have one."""
        window = self.whole("sliding_window")
        if not window or self.told.get("use_sliding_window") is False:
            return 0, 0
        kinds = self.told.get("layer_types")
        if isinstance(kinds, list):
            return window, sum(kind == "sliding_attention" for kind in kinds[:layers])
        pattern = self.whole("sliding_window_pattern")
        if pattern:
            return window, layers - layers // pattern
        if self.kind in {"gpt_oss", "gemma2"}:
            return window, layers // 2
        return window, layers


def _counted(c: _Config, path: Path) -> Model:
    layers, hidden = c.whole("num_hidden_layers"), c.whole("hidden_size")
    heads, vocabulary = c.whole("num_attention_heads"), c.whole("vocab_size")
    kv = c.whole("num_key_value_heads", default=heads)
    wide = c.whole("head_dim", default=0) or hidden // heads
    if kv > heads or heads % kv:
        what = f"{heads} heads of queries cannot share {kv} heads of keys and values"
        raise VizError(Fault(what, c.place))
    tied = c.flag("tie_word_embeddings", c.kind.startswith("gemma"))
    latent = c.whole("kv_lora_rank")
    rope = c.whole("qk_rope_head_dim")
    key, size = c.whole("qk_nope_head_dim") + rope, c.whole("v_head_dim", default=wide)
    query = c.whole("q_lora_rank")
    biased = c.flag("attention_bias", c.kind in _BIASED) or c.kind in _BIASED
    normed = c.flag("use_qk_norm", c.kind in _NORMED)
    if latent:
        queries = query * (hidden + heads * key) + query if query else hidden * heads * key
        attention = queries + hidden * (latent + rope) + latent
        attention += latent * heads * (key - rope + size) + heads * size * hidden
    else:
        attention = hidden * wide * (2 * heads + 2 * kv)
        if biased:
            attention += wide * (heads + 2 * kv) + hidden * (c.kind == "gpt_oss")
        attention += 2 * wide * normed + heads * (c.kind == "gpt_oss")  # sinks
    ffn = c.whole("intermediate_size_mlp", "intermediate_size", default=4 * hidden)
    gated = 2 if c.kind in {"gpt2", "opt", "gpt_neox", "falcon", "phi", "starcoder2"} else 3
    experts, moe_layers, around = _experts(c, layers, hidden, ffn)
    dense_layers = layers - moe_layers
    norms = (4 if c.kind in _SANDWICH else 2) * hidden
    per_layer = attention + norms
    total = layers * per_layer + dense_layers * gated * hidden * ffn + moe_layers * around
    total += hidden + vocabulary * hidden * (1 if tied else 2)
    routed = experts.count * experts.parameters if experts else 0.0
    active = total + (experts.used * experts.parameters if experts else 0.0)
    window, windowed = c.windowed(layers)
    name = path.parent.name if path.stem == "config" and path.parent.name else path.stem
    source = f"counted from {path.name}"

    def number(value: float) -> Sourced:
        return Sourced(float(value), "", "derived", source, "")

    return Model(
        name=name,
        title=name,
        parameters=number(total + routed),
        active=number(active),
        layers=number(layers),
        hidden=number(hidden),
        vocabulary=number(vocabulary),
        tied=tied,
        kv_heads=number(kv),
        head_size=number(wide),
        kv_latent=number(latent + rope) if latent else None,
        experts=experts,
        heads=number(heads),
        value_latent=number(latent) if latent else None,
        query_latent=number(query) if latent and query else None,
        key_size=number(key) if latent else None,
        value_size=number(size) if latent else None,
        window=number(window) if windowed else None,
        windowed=number(windowed) if windowed else None,
        query_norm=normed,
        sandwich=c.kind in _SANDWICH,
        biases=c.kind == "gpt_oss",
    )


def _experts(c: _Config, layers: int, hidden: int, ffn: int) -> tuple[Experts | None, int, float]:
    """The routed experts, the layers that have them, and what else such a layer has: its router
    and shared experts."""
    count = c.whole(*_COUNTS)
    used = c.whole("num_experts_per_tok", "num_experts_per_token", "moe_top_k", "experts_per_token")
    if count < 2 or not used:
        return None, 0, 0.0
    if used > count:
        raise VizError(Fault(f"{used} of {count} experts cannot serve a token", c.place))
    width = c.whole("moe_intermediate_size", default=0)
    width = width or (c.whole("intermediate_size") if c.kind.startswith("llama4") else ffn)
    first = c.whole("first_k_dense_replace", default=0)
    every = c.whole("interleave_moe_layer_step", "moe_layer_freq", "decoder_sparse_step", default=1)
    moe = (layers - first) // max(1, every)
    shared = c.whole("n_shared_experts", "num_shared_experts", default=0)
    shared_width = c.whole("shared_expert_intermediate_size", default=0) or shared * width
    if c.kind.startswith("llama4"):
        shared, shared_width = 1, width
    matrices = 3 * hidden * width
    bias = 3 * width - width + hidden if c.kind == "gpt_oss" else 0  # gate, up; down
    router = hidden * count
    router += count * (c.kind in {"gpt_oss", "deepseek_v3", "kimi_k2", "glm4_moe"})
    router += hidden * bool(c.whole("shared_expert_intermediate_size", default=0))
    one = float(moe * (matrices + bias))
    around = router + 3 * hidden * shared_width
    made = Experts(count, used, one, layers - moe, max(shared, int(shared_width > 0)), width)
    return made, moe, float(around)
