"""A Hugging Face config.json as a model: counted parameters against the published ones."""

import json

import pytest

from viz.catalog.config_json import model_from_config, named_model
from viz.catalog.load_catalog import load_catalog
from viz.cli import main
from viz.errors import VizError
from viz.physics.shape import shape_of

LLAMA = {
    "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
    "intermediate_size": 14336, "num_attention_heads": 32, "num_hidden_layers": 32,
    "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": False,
}  # fmt: skip
R1 = {
    "model_type": "deepseek_v3", "first_k_dense_replace": 3, "hidden_size": 7168,
    "intermediate_size": 18432, "kv_lora_rank": 512, "moe_intermediate_size": 2048,
    "moe_layer_freq": 1, "n_routed_experts": 256, "n_shared_experts": 1,
    "num_attention_heads": 128, "num_experts_per_tok": 8, "num_hidden_layers": 61,
    "num_key_value_heads": 128, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280, "tie_word_embeddings": False,
    "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]},
}  # fmt: skip
GPT_OSS = {
    "model_type": "gpt_oss", "hidden_size": 2880, "intermediate_size": 2880, "head_dim": 64,
    "num_attention_heads": 64, "num_hidden_layers": 36, "num_key_value_heads": 8,
    "num_local_experts": 128, "num_experts_per_tok": 4, "vocab_size": 201088,
    "sliding_window": 128, "attention_bias": True, "tie_word_embeddings": False,
    "layer_types": ["sliding_attention", "full_attention"] * 18,
    "quantization_config": {"quant_method": "mxfp4"},
}  # fmt: skip
MIXTRAL = {
    **LLAMA, "model_type": "mixtral", "vocab_size": 32000, "num_local_experts": 8,
    "num_experts_per_tok": 2, "sliding_window": None,
}  # fmt: skip
QWEN_MOE = {
    "model_type": "qwen3_moe", "hidden_size": 2048, "intermediate_size": 6144, "head_dim": 128,
    "moe_intermediate_size": 768, "num_attention_heads": 32, "num_experts": 128,
    "num_experts_per_tok": 8, "num_hidden_layers": 48, "num_key_value_heads": 4,
    "vocab_size": 151936, "decoder_sparse_step": 1, "tie_word_embeddings": False,
}  # fmt: skip
QWEN25 = {
    "model_type": "qwen2", "hidden_size": 3584, "intermediate_size": 18944,
    "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4,
    "vocab_size": 152064, "use_sliding_window": False, "sliding_window": 131072,
    "tie_word_embeddings": False,
}  # fmt: skip
MAVERICK = {
    "model_type": "llama4",
    "text_config": {
        "model_type": "llama4_text", "hidden_size": 5120, "intermediate_size": 8192,
        "intermediate_size_mlp": 16384, "num_attention_heads": 40, "num_hidden_layers": 48,
        "num_key_value_heads": 8, "head_dim": 128, "num_local_experts": 128,
        "num_experts_per_tok": 1, "interleave_moe_layer_step": 2, "vocab_size": 202048,
        "tie_word_embeddings": False,
    },
}  # fmt: skip
TINY = {**LLAMA, "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16,
        "head_dim": 64, "tie_word_embeddings": True}  # fmt: skip


def write(tmp_path, told, name="config.json"):
    file = tmp_path / name
    file.write_text(told if isinstance(told, str) else json.dumps(told), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("config", "published"),
    [
        (LLAMA, 8.030e9),
        (R1, 671.03e9),
        (GPT_OSS, 116.83e9),
        (MIXTRAL, 46.703e9),
        (QWEN_MOE, 30.53e9),
        (QWEN25, 7.616e9),
        (MAVERICK, 400.71e9),
        (TINY, 1.236e9),
    ],
    ids=["dense", "mla", "gpt-oss", "mixtral", "qwen3-moe", "qwen2.5", "maverick", "tied"],
)
def test_counted_parameters_are_the_published_ones_within_a_thousandth(config, published, tmp_path):
    model, _ = model_from_config(write(tmp_path, config))
    assert model.parameters.value == pytest.approx(published, rel=1e-3)


def test_a_config_gives_the_numbers_that_the_catalog_has(tmp_path):
    catalog = load_catalog()
    for config, name in ((LLAMA, "llama-3.1-8b"), (R1, "deepseek-r1"), (QWEN_MOE, "qwen3-30b-a3b")):
        read, known = (
            shape_of(one)
            for one in (model_from_config(write(tmp_path, config))[0], catalog.models[name])
        )
        for what in ("layers", "cached", "kernels", "pairs", "pairs_first", "attention", "expert"):
            assert getattr(read, what) == pytest.approx(getattr(known, what), rel=2e-3), what


def test_windows_formats_and_latents_are_read(tmp_path):
    model, own = model_from_config(write(tmp_path, GPT_OSS))
    assert (model.window.value, model.windowed.value, own) == (128, 18, "mxfp4")
    model, own = model_from_config(write(tmp_path, R1))
    assert (model.kv_latent.value, own) == (576, "fp8")
    model, own = model_from_config(write(tmp_path, QWEN25))
    assert model.window is None  # it is written there, and not used
    awq = {**LLAMA, "quantization_config": {"quant_method": "awq", "bits": 4}}
    assert model_from_config(write(tmp_path, awq))[1] == "awq"


def test_a_folder_or_a_file_is_named_instead_of_a_model(tmp_path, capsys):
    write(tmp_path, R1)
    assert main(["estimate", "8 x h200", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "fp8"
    assert found["model"] == tmp_path.name
    model, _ = named_model(str(tmp_path / "config.json"), load_catalog())
    assert model.experts.count == 256


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ('{"num_hidden_layers": 32, "hidden', "half a download"),
        ("", "this is no JSON"),
        ("[1, 2]", "a config.json has keys"),
        (
            {"model_type": "clip", "projection_dim": 512},
            "not the config of a language model .'clip'",
        ),
        ({"model_type": "llama", "hidden_size": 4096}, "lacks num_hidden_layers"),
        ({**LLAMA, "num_hidden_layers": "many"}, "num_hidden_layers is 'many'"),
        ({**LLAMA, "num_hidden_layers": 0}, "num_hidden_layers is 0"),
        ({**LLAMA, "num_key_value_heads": 5}, "32 heads of queries cannot share 5"),
        ({**MIXTRAL, "num_experts_per_tok": 9}, "9 of 8 experts"),
        ({**LLAMA, "quantization_config": {"quant_method": "magic"}}, "quantised by 'magic'"),
        ("version https://git-lfs.github.com/spec/v1\n", "pointer to a large file"),
    ],
)
def test_what_is_no_config_of_a_language_model_is_told(told, words, tmp_path):
    with pytest.raises(VizError, match=words):
        model_from_config(write(tmp_path, told))


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["estimate", "8 x h100", str(tmp_path / "config.json")]) == 2
    assert "there is no file" in capsys.readouterr().err
