"""Words that only a window shows, in each language; English where one is missing."""

from __future__ import annotations

from typing import Final

GREEK: Final = {"eta": "η", "tau": "τ", "sigma": "σ", "eta_c": "η c"}
WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "paused": "paused",
        "waiting": "Space goes on",
        "ended": "the end · Space plays again",
        "playback": "playback {}×",
        "slow": "in all {}× slow motion",
        "real": "in all real time",
        "fast": "in all {}× time lapse",
        "help": "Keys",
        "close": "Esc closes",
        "drag": "Drag or click the line under the caption to go to any moment.",
        "honest": "Playback changes how fast you watch, never what the hardware does.",
        "sources": "Sources",
        "of": "from",
        "none": "This scene has no machine whose numbers could be named.",
        "model": "the model",
        "basis_published": "Speeds as published, within the band.",
        "basis_limit": "Limit: bandwidth and arithmetic alone.",
        "symbol P": "weights of the model",
        "symbol P_active": "weights used by a token",
        "symbol w": "size of a weight",
        "symbol V": "vocabulary",
        "symbol b": "users at once",
        "symbol c": "context",
        "symbol n": "chips",
        "symbol B": "memory bandwidth",
        "symbol eta": "share of it that is reached",
        "symbol F": "arithmetic",
        "symbol eta_c": "share of it that is reached",
        "symbol L": "layers",
        "symbol tau": "fixed cost of a layer",
        "symbol sigma": "more, where chips share it",
        "symbol C": "memory of a wafer",
        "symbol h": "values handed on",
        "symbol hop": "from chip to chip",
        "symbol B_io": "link between chips",
        "symbol A": "tokens a step",
    },
    "zh": {
        "paused": "已暂停",
        "waiting": "按空格继续",
        "ended": "播放完毕 · 空格重播",
        "playback": "播放速度 {}×",
        "slow": "总计放慢 {} 倍",
        "real": "总计与真实时间相同",
        "fast": "总计加快 {} 倍",
        "help": "按键",
        "close": "Esc 关闭",
        "drag": "拖动或点击字幕下的进度条，可跳到任意时刻。",
        "honest": "播放速度只改变观看快慢，不改变硬件行为。",
        "sources": "来源",
        "of": "来自",
        "none": "本场景没有可列出来源的机器。",
        "model": "模型",
        "basis_published": "速度按公开数据，误差在所示范围内。",
        "basis_limit": "极限：只计带宽与算力。",
        "symbol P": "模型权重数",
        "symbol P_active": "每词元用到的权重",
        "symbol w": "每个权重的大小",
        "symbol V": "词表",
        "symbol b": "同时的用户",
        "symbol c": "上下文",
        "symbol n": "芯片数",
        "symbol B": "内存带宽",
        "symbol eta": "带宽利用率",
        "symbol F": "算力",
        "symbol eta_c": "算力利用率",
        "symbol L": "层数",
        "symbol tau": "每层固定开销",
        "symbol sigma": "多芯片共担时另加",
        "symbol C": "每片晶圆的内存",
        "symbol h": "传递的数值",
        "symbol hop": "芯片到芯片",
        "symbol B_io": "芯片间互联",
        "symbol A": "每步词元数",
    },
}


def word(lang: str, key: str) -> str:
    """The word for `key`."""
    return WORDS.get(lang, WORDS["en"]).get(key) or WORDS["en"][key]


def symbol(lang: str, name: str) -> str:
    """What a symbol of the physics stands for, and the symbol."""
    greek = GREEK.get(name, name.replace("_", " "))
    key = f"symbol {name}"
    meant = WORDS.get(lang, {}).get(key) or WORDS["en"].get(key, "")
    return f"{meant} {greek}".strip()
